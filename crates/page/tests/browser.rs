//! The page in headless Chromium: at the width of a phone and of a desk, in the light and in the dark, with names in the
//! logs that try to get out of their places.
#![allow(clippy::disallowed_methods, reason = "a test runs a browser and writes logs")]
use http_door::{Request, Response};
use page::{Live, Sample, Viewer, Worker};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Names as an attacker sends them.
const EVIL: &str = "\"><script>document.title='owned'</script><img src=x onerror=alert(1)>\u{202e}";

/// Appended to the page's own script: what the document looks like, and whether its keys work.
const ASK: &str = "
addEventListener('load', () => {
  const key = (k) => document.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true }));
  const root = document.documentElement;
  const wide = root.scrollWidth > root.clientWidth + 1;
  key('/');
  const find = document.activeElement.id;
  document.activeElement.blur();
  key('f');
  const filter = document.activeElement.id || 'none';
  const unnamed = [...document.querySelectorAll('input, svg[role=img]')].filter(
    (e) => !e.labels?.length && !e.getAttribute('aria-label')).length;
  const low = [...document.querySelectorAll('main *')].filter((e) => {
    const level = (c) => {
      const [r, g, b] = c.match(/[0-9.]+/g).map((n) => (n / 255) <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.closest('svg')) return false;
    let back = e;
    while (back && getComputedStyle(back).backgroundColor === 'rgba(0, 0, 0, 0)') back = back.parentElement;
    const pair = [level(getComputedStyle(e).color), level(getComputedStyle(back ?? document.body).backgroundColor)].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05) < 4.5;
  }).length;
  root.dataset.told = `wide ${wide} find ${find} filter ${filter} unnamed ${unnamed} low ${low} title ${document.title === 'owned'}`;
});
";

fn write_logs(folder: &Path) {
    let head = |path: &str, fields: &str| {
        format!(
            "#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\t{path}\n#fields\t{fields}\n#types\tx\n"
        )
    };
    let mut conn = head(
        "conn",
        "ts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto\tservice\tduration\torig_bytes\tresp_bytes\tconn_state\thistory",
    );
    for i in 0..3000u32 {
        let service = [EVIL, "dns", "http", "ssl", "-"][(i % 5) as usize];
        let ts = 1_700_000_000.0 + f64::from(i) * 1.7;
        conn.push_str(&format!(
            "{ts:.6}\tC{i}abcdef\t10.0.{}.{}\t{}\t192.168.7.{}\t{}\ttcp\t{service}\t0.5\t{}\t{}\tSF\tShADadFf\n",
            i % 7, i % 100, 1024 + i, i % 9, [53, 80, 443][(i % 3) as usize], i * 3, (i % 97) * 1000
        ));
    }
    fs::write(folder.join("conn.log"), conn).expect("conn.log");
    let mut notice = head("notice", "ts\tuid\tnote\tmsg\tsrc");
    for i in 0..5 {
        notice.push_str(&format!(
            "170000000{i}.0\tC{i}abcdef\tScan::Port_Scan\t{EVIL} scanned 25 ports\t10.0.0.1\n"
        ));
    }
    fs::write(folder.join("notice.log"), notice).expect("notice.log");
    let long = "x".repeat(3000);
    fs::write(
        folder.join("http.log"),
        format!(
            "{{\"ts\":1700000001.5,\"uid\":\"C1abcdef\",\"uri\":{:?},\"user_agent\":\"{long}\"}}\n",
            EVIL.replace('\u{202e}', "")
        ),
    )
    .expect("http.log");
    fs::write(
        folder.join("weird.log"),
        format!("{}1700000002.0\t{EVIL}\n1700000003.0\tdns_unmatched_reply\n", head("weird", "ts\tname")),
    )
    .expect("weird.log");
}

/// Serves a viewer whose every caller is let in, with a script that looks around.
fn serve(viewer: Viewer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("its address");
    let answer = move |request: &Request| -> Response {
        let known = Request { cookies: "egret=secret".into(), ..request.clone() };
        let mut response = viewer.answer(if request.query.contains_key("token") { request } else { &known });
        if request.path == "/page.js" {
            response.body = [&response.body, ASK.as_bytes()].concat().into();
        }
        response
    };
    let spawn = |thread: std::thread::Builder, work: Box<dyn FnOnce() + Send>| thread.spawn(work).map(drop);
    http_door::serve(listener, "page", spawn, Arc::new(answer)).expect("a server");
    format!("http://{at}")
}

fn viewer(folder: &Path) -> Viewer {
    write_logs(folder);
    let live = Live::default();
    for i in 0..120u32 {
        let n = u64::from(i);
        live.push(Sample {
            ts: 1_700_000_000.0 + f64::from(i),
            packets: n * 9000 + n * n,
            bytes: n * 6_000_000 + n * n * 1000,
            dropped: if i > 100 { (n - 100) * 40 } else { 0 },
            connections: 300 + n,
            memory: 80_000_000 + n * 20_000,
            workers: [4000, 3000, 2000].map(|k| Worker { packets: n * k, connections: 100 + n }).to_vec(),
        });
    }
    Viewer::new(folder, Some(live), "secret".into()).expect("a viewer")
}

#[test]
fn chromium_shows_every_page_without_a_complaint() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let Some(chromium) = test_needs::program_in_path(&names) else {
        return test_needs::unmet("Chromium is not installed");
    };
    let folder = tempfile::tempdir().expect("a folder");
    let home = tempfile::tempdir().expect("a folder");
    let base = serve(viewer(folder.path()));
    let pictures = std::env::var_os("EGRET_PICTURES").map(std::path::PathBuf::from);
    for (page, filter) in
        [("/?token=secret", "none"), ("/log/conn", "q"), ("/log/http?q=x", "q"), ("/find?v=C1abcdef", "none")]
    {
        for (size, scheme) in [("1280,1000", "1"), ("400,900", "0")] {
            let mut command = Command::new(chromium);
            command.args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--hide-scrollbars",
            ]);
            command.arg(format!("--user-data-dir={}", home.path().display()));
            command.arg(format!("--blink-settings=preferredColorScheme={scheme}"));
            command.arg(format!("--window-size={size}"));
            if let Some(to) = &pictures {
                let name = page.trim_matches('/').split(['?', '=']).next().unwrap_or("").replace('/', "-");
                let file =
                    to.join(format!("{}-{scheme}.png", if name.is_empty() { "overview" } else { &name }));
                let shot = Command::new(chromium)
                    .args(command.get_args())
                    .arg(format!("--screenshot={}", file.display()))
                    .arg(format!("{base}{page}"))
                    .output()
                    .expect("Chromium runs");
                assert!(shot.status.success(), "{}", String::from_utf8_lossy(&shot.stderr));
            }
            let out = command.arg("--dump-dom").arg(format!("{base}{page}")).output().expect("Chromium runs");
            let (dom, log) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
            assert!(out.status.success(), "{log}");
            let told = dom.find("data-told").map(|at| &dom[at..(at + 90).min(dom.len())]);
            let expected =
                format!("data-told=\"wide false find v filter {filter} unnamed 0 low 0 title false\"");
            assert!(dom.contains(&expected), "{page} {size}: {told:?}");
            assert!(!log.contains("CONSOLE"), "{page} {size}: {log}");
        }
    }
}
