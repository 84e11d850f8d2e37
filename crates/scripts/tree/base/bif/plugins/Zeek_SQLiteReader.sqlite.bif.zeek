# Declarations of the SQLiteReader plugin: sqlite.
