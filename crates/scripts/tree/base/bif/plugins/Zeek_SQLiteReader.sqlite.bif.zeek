# What the SQLiteReader part declares: sqlite.
