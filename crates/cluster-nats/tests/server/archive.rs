//! The second stream, which keeps rows that loggers have taken.
use crate::process::{Process, wait_until};
use cluster_nats::{Archive, Settings};
use std::time::Duration;
use test_needs::nats::Server;

/// Subjects and texts of the archive.
fn archived(server: &Server) -> Vec<(String, String)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let context = async_nats::jetstream::new(client);
        let Ok(stream) = context.get_stream("EGRET_test_ARCHIVE").await else { return Vec::new() };
        let mut found = Vec::new();
        for n in 1..=stream.cached_info().state.last_sequence {
            let message = stream.get_raw_message(n).await.unwrap();
            found.push((message.subject.to_string(), String::from_utf8_lossy(&message.payload).into_owned()));
        }
        found
    })
}

#[test]
fn rows_stay_in_the_archive_after_loggers_have_taken_them() {
    let Some(server) = Server::start() else { return };
    let logger = |has_archive: bool| {
        Process::start("logger", &server, |settings: &mut Settings| {
            settings.takes_rows = true;
            let archive = Archive { age: Duration::from_secs(3600), bytes: 1 << 20 };
            settings.archive = has_archive.then_some(archive);
        })
    };
    // Workers without the setting: what loggers say counts.
    let mut worker = Process::start("worker", &server, |_| {});
    let mut expected: Vec<(String, String)> = Vec::new();
    for (has_archive, text) in
        [(false, "before"), (true, "one"), (true, "two"), (false, "after"), (true, "again")]
    {
        let mut logger = logger(has_archive);
        logger.expect_link(true, "worker");
        worker.expect_link(true, "logger");
        worker.rows(text.to_owned());
        assert_eq!(logger.take_rows(1), [text]);
        if has_archive {
            expected.push(("egret.test.archive.worker.Conn::LOG.conn".to_owned(), text.to_owned()));
            wait_until("the copy", || archived(&server).len() >= expected.len());
        }
        drop(logger);
        worker.expect_link(false, "logger");
    }
    assert_eq!(archived(&server), expected);
}
