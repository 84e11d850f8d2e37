//! Keys and values that scripts keep in a database.
#![allow(clippy::disallowed_methods, reason = "a test waits for a server")]
mod program;

use program::{egret, said};

/// Runs a script in a folder. Returns its output.
fn run(folder: &tempfile::TempDir, script: &str) -> String {
    let script = format!(
        "@load base/frameworks/storage\n@load policy/frameworks/storage/backend/sqlite\n\
         redef running_under_test = T;\n\
         global opts = Storage::BackendOptions($sqlite=Storage::Backend::SQLite::Options($database_path=\"s.sqlite\", \
         $table_name=\"t\"));\n{script}"
    );
    let said = said(egret(folder.path()).args(["-b", "-e", &script]));
    assert!(said.err.lines().all(|l| l.ends_with("received termination signal")), "{}", said.err);
    said.out
}

#[test]
fn values_outlast_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let put = "type R: record { a: count; b: set[addr]; };\n\
               event zeek_init() {\n\
               local r = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_SQLITE, opts, string, R);\n\
               print r$code;\n\
               local b = r$value;\n\
               print Storage::Sync::put(b, [$key=\"k\", $value=R($a=7, $b=set(10.0.0.1))])$code;\n\
               print Storage::Sync::put(b, [$key=\"k\", $value=R($a=8, $b=set()), $overwrite=F])$code;\n\
               print Storage::Sync::put(b, [$key=1, $value=R($a=8, $b=set())])$code;\n\
               print Storage::Sync::put(b, [$key=\"k\", $value=1])$code;\n\
               print Storage::Sync::close_backend(b)$code, Storage::is_open(b);\n\
               print Storage::Sync::get(b, \"k\"); }";
    assert_eq!(
        run(&folder, put),
        "Storage::SUCCESS\nStorage::SUCCESS\nStorage::KEY_EXISTS\nStorage::KEY_TYPE_MISMATCH\n\
         Storage::VAL_TYPE_MISMATCH\nStorage::SUCCESS, F\n\
         [code=Storage::NOT_CONNECTED, error_str=Backend is closed, value=<uninitialized>]\n"
    );
    let get = "type R: record { a: count; b: set[addr]; };\n\
               event zeek_init() {\n\
               local b = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_SQLITE, opts, string, R)$value;\n\
               local found = Storage::Sync::get(b, \"k\");\n\
               print found$code, (found$value as R)$a, 10.0.0.1 in (found$value as R)$b;\n\
               print Storage::Sync::erase(b, \"k\")$code, Storage::Sync::get(b, \"k\")$code; }";
    assert_eq!(run(&folder, get), "Storage::SUCCESS, 7, T\nStorage::SUCCESS, Storage::KEY_NOT_FOUND\n");
}

#[test]
fn conditions_wait_for_results() {
    let folder = tempfile::tempdir().unwrap();
    let script = "redef exit_only_after_terminate = T;\n\
                  event Storage::backend_opened(tag: Storage::Backend, options: any) { print \"opened\", tag; }\n\
                  event zeek_init() {\n\
                  when ( local r = Storage::Async::open_backend(Storage::STORAGE_BACKEND_SQLITE, opts, string, count) ) {\n\
                  print r;\n\
                  local b = r$value;\n\
                  when [b] ( local p = Storage::Async::put(b, [$key=\"k\", $value=5]) ) {\n\
                  print p$code;\n\
                  when [b] ( local g = Storage::Async::get(b, \"k\") ) { print g$code, g$value; terminate(); }\n\
                  timeout 9sec { print \"late\"; terminate(); } }\n\
                  timeout 9sec { print \"late\"; terminate(); } }\n\
                  timeout 9sec { print \"late\"; terminate(); } }";
    assert_eq!(
        run(&folder, script),
        "opened, Storage::STORAGE_BACKEND_SQLITE\n\
         [code=Storage::SUCCESS, error_str=<uninitialized>, value=<opaque of BackendHandleVal>]\n\
         Storage::SUCCESS\nStorage::SUCCESS, 5\n"
    );
}

#[test]
fn a_database_that_cannot_be_opened_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let script = "event zeek_init() {\n\
                  opts$sqlite$database_path = \"no/such/folder/s.sqlite\";\n\
                  local r = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_SQLITE, opts, string, string);\n\
                  print r$code, r$error_str, Storage::is_open(r$value);\n\
                  r = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_REDIS, opts, string, string);\n\
                  print r$code, r$error_str; }";
    assert_eq!(
        run(&folder, script),
        "Storage::OPERATION_FAILED, Failed to open backend Storage::STORAGE_BACKEND_SQLITE: SQLite call failed: unable \
         to open database file, F\nStorage::INITIALIZATION_FAILED, the field redis of the options is missing\n"
    );
}

/// A Redis server on a socket in a folder; it ends with the value.
struct Redis(std::process::Child);

impl Drop for Redis {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Redis {
    /// `None` if there is no program for it.
    fn start(folder: &std::path::Path) -> Option<Redis> {
        if !test_needs::programs(&["redis-server"]) {
            return None;
        }
        let mut c = std::process::Command::new("redis-server");
        c.current_dir(folder).args(["--port", "0", "--save", "", "--unixsocket", "redis.sock"]);
        let redis = Redis(c.stdout(std::process::Stdio::null()).spawn().expect("redis-server starts"));
        (0..1000).find(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            std::os::unix::net::UnixStream::connect(folder.join("redis.sock")).is_ok()
        })?;
        Some(redis)
    }
}

/// Runs a script with options for the server in a folder. Returns its output.
fn with_redis(folder: &tempfile::TempDir, script: &str) -> String {
    let script = format!(
        "@load base/frameworks/storage\n@load policy/frameworks/storage/backend/redis\n\
         redef exit_only_after_terminate = T;\n\
         global opts = Storage::BackendOptions($redis=Storage::Backend::Redis::Options(\
         $server_unix_socket=\"redis.sock\", $key_prefix=\"p\"));\n{script}"
    );
    said(egret(folder.path()).args(["-b", "-e", &script])).out
}

#[test]
fn a_server_keeps_values_and_is_missed_when_it_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let Some(redis) = Redis::start(folder.path()) else { return };
    let script = format!(
        "event Storage::backend_lost(tag: Storage::Backend, options: any, reason: string) {{ print tag, reason; terminate(); }}\n\
         event zeek_init() {{\n\
         local b = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_REDIS, opts, string, count)$value;\n\
         print Storage::Sync::put(b, [$key=\"k\", $value=5])$code;\n\
         print Storage::Sync::put(b, [$key=\"k\", $value=6, $overwrite=F])$code;\n\
         when [b] ( local g = Storage::Async::get(b, \"k\") ) {{\n\
         print g$value;\n\
         when [b] ( local e = Storage::Async::erase(b, \"k\") ) {{\n\
         print e$code, Storage::Sync::get(b, \"k\")$code;\n\
         system(\"kill {}\"); }}\n\
         timeout 9sec {{ print \"late\"; terminate(); }} }}\n\
         timeout 9sec {{ print \"late\"; terminate(); }} }}",
        redis.0.id()
    );
    assert_eq!(
        with_redis(&folder, &script),
        "Storage::SUCCESS\nStorage::KEY_EXISTS\n5\nStorage::SUCCESS, Storage::KEY_NOT_FOUND\n\
         Storage::STORAGE_BACKEND_REDIS, Server closed the connection\n"
    );
}

#[test]
fn a_server_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let script = "event zeek_init() {\n\
                  local r = Storage::Sync::open_backend(Storage::STORAGE_BACKEND_REDIS, opts, string, count);\n\
                  print r$code, r$error_str, Storage::is_open(r$value);\n\
                  when ( local a = Storage::Async::open_backend(Storage::STORAGE_BACKEND_REDIS, opts, string, count) ) {\n\
                  print a$code; terminate(); }\n\
                  timeout 9sec { print \"late\"; terminate(); } }";
    assert_eq!(
        with_redis(&folder, script),
        "Storage::CONNECTION_FAILED, Failed to connect to redis.sock: No such file or directory (os error 2), F\n\
         Storage::CONNECTION_FAILED\n"
    );
}
