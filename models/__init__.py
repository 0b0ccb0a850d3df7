"""The rules as data: each game in a folder, and the interfaces by which the verifier asks games."""
