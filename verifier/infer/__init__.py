"""Is there a legal game that explains a record in which facts are missing?"""
