use super::*;
use crate::cell::Column;

fn config(table: &str) -> SqliteConfig {
    SqliteConfig {
        table: table.to_owned(),
        set_separator: b",".to_vec(),
        unset_field: b"-".to_vec(),
        empty_field: b"(empty)".to_vec(),
        synchronous: Some(Synchronous::Off),
        journal_mode: Some(JournalMode::Wal),
    }
}

fn schema() -> Schema {
    let list = Kind::Set(Box::new(Kind::String));
    Schema::new(
        "t",
        vec![
            Column::new("ts", Kind::Time),
            Column::new("id.orig_h", Kind::Addr),
            Column::new("n", Kind::Count),
            Column::new("s", Kind::String),
            Column::new("tags", list),
        ],
    )
}

type Found = (f64, String, i64, Option<String>, String);

fn rows(file: &Path, table: &str) -> Vec<Found> {
    let db = Connection::open(file).unwrap();
    let mut s = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let row = |r: &rusqlite::Row<'_>| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?, r.get(4)?));
    s.query_map([], row).unwrap().map(Result::unwrap).collect()
}

#[test]
fn rows_stand_in_the_table() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("t.sqlite");
    let mut w = SqliteWriter::create(&file, schema(), config("conn")).unwrap();
    let host = Cell::Addr("192.0.2.1".parse().unwrap());
    let tags = [Cell::Str(b"a,b"), Cell::Str(b"c")];
    w.write(&[Cell::Time(1.5), host, Cell::Count(7), Cell::Str(b"x"), Cell::List(&tags)]).unwrap();
    w.write(&[Cell::Time(2.5), host, Cell::Count(8), Cell::Str(b""), Cell::List(&[])]).unwrap();
    w.finish().unwrap();
    assert_eq!(w.rows(), 2);
    assert_eq!(
        rows(&file, "conn"),
        [
            (1.5, "192.0.2.1".to_owned(), 7, Some("x".to_owned()), "a\\x2cb,c".to_owned()),
            (2.5, "192.0.2.1".to_owned(), 8, None, "(empty)".to_owned()),
        ]
    );
}

#[test]
fn a_table_is_added_to_and_one_with_other_columns_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("t.sqlite");
    let row = [Cell::Time(1.0), Cell::Unset, Cell::Count(1), Cell::Unset, Cell::List(&[])];
    for _ in 0..2 {
        let mut w = SqliteWriter::create(&file, schema(), config("conn")).unwrap();
        let mut row = row;
        row[1] = Cell::Addr("::1".parse().unwrap());
        w.write(&row).unwrap();
    }
    assert_eq!(rows(&file, "conn").len(), 2);
    let other = Schema::new("t", vec![Column::new("else", Kind::Int)]);
    let e = SqliteWriter::create(&file, other, config("conn")).unwrap_err();
    assert!(e.text().contains("SQLite call failed: table conn has no column named else"), "{}", e.text());
}

#[test]
fn two_logs_write_into_one_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("t.sqlite");
    let mut one = SqliteWriter::create(&file, schema(), config("one")).unwrap();
    let row =
        [Cell::Time(1.0), Cell::Addr("::1".parse().unwrap()), Cell::Count(1), Cell::Unset, Cell::List(&[])];
    one.write(&row).unwrap();
    let mut two = SqliteWriter::create(&file, schema(), config("two")).unwrap();
    two.write(&row).unwrap();
    one.write(&row).unwrap();
    two.write(&row).unwrap();
    one.finish().unwrap();
    two.write(&row).unwrap();
    drop(two);
    assert_eq!((rows(&file, "one").len(), rows(&file, "two").len()), (2, 3));
}
