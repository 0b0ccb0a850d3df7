"""Pictures of tables, in one place for files, pages and reports: grids, pieces in rows, and the words for them."""
