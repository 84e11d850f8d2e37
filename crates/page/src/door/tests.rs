use super::*;
use std::fs;

/// Logs whose every text tries to get out of its place.
fn hostile() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let evil = "\"><script>alert(1)</script><img src=x onerror=alert(2)>";
    let head = |path: &str, fields: &str| {
        format!("#separator \\x09\n#unset_field\t-\n#path\t{path}\n#fields\t{fields}\n#types\tx\n")
    };
    let conn = format!(
        "{}100.0\tC1\t{evil}\t{evil}\t80\ttcp\t{evil}\t10\t20\n",
        head("conn", "ts\tuid\tid.orig_h\tid.resp_h\tid.resp_p\tproto\tservice\torig_bytes\tresp_bytes")
    );
    let more = "160.0\tC2\t10.0.0.1\t10.0.0.2\t53\tudp\tdns\t1\t2\n";
    fs::write(folder.path().join("conn.log"), conn + more).unwrap();
    fs::write(
        folder.path().join("notice.log"),
        format!("{}100.0\t{evil}\t{evil}\tC1\n", head("notice", "ts\tnote\tmsg\tuid")),
    )
    .unwrap();
    fs::write(
        folder.path().join("<b>x.log"),
        format!("{{\"ts\":1.0,\"{0}\":\"{0}\",\"uid\":\"C1\"}}\n", "<script>alert(3)</script>"),
    )
    .unwrap();
    folder
}

fn ask(viewer: &Viewer, path: &str, query: &[(&str, &str)]) -> Response {
    let query = query.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    viewer.answer(&Request {
        path: path.into(),
        query,
        host: "127.0.0.1:1".into(),
        cookies: "egret=secret".into(),
    })
}

fn text(r: &Response) -> String {
    String::from_utf8_lossy(&r.body).into_owned()
}

#[test]
fn nobody_without_the_token_sees_anything() {
    let folder = hostile();
    let viewer = Viewer::new(folder.path(), None, "secret".into()).unwrap();
    let stranger = |path: &str, host: &str, cookies: &str| {
        let r =
            Request { path: path.into(), host: host.into(), cookies: cookies.into(), ..Request::default() };
        viewer.answer(&r).status
    };
    for path in ["/", "/log/conn", "/find", "/now", "/log/conn/rows"] {
        assert_eq!(stranger(path, "127.0.0.1:1", ""), "403 Forbidden", "{path}");
        assert_eq!(stranger(path, "127.0.0.1:1", "egret=secreT"), "403 Forbidden", "{path}");
        // A stranger's name that leads here, with the cookie.
        assert_eq!(stranger(path, "evil.example", "egret=secret"), "421 Misdirected Request", "{path}");
    }
    assert_eq!(stranger("/", "[::1]:80", "egret=secret"), "200 OK");
    assert_eq!(stranger("/log/none", "localhost", "egret=secret"), "404 Not Found");
    let r = Request {
        path: "/".into(),
        host: "localhost".into(),
        query: [("token".into(), "secret".into())].into(),
        ..Request::default()
    };
    let let_in = viewer.answer(&r);
    assert_eq!(let_in.status, "303 See Other");
    assert!(
        let_in.headers.iter().any(|(n, v)| *n == "Set-Cookie" && v.contains("HttpOnly; SameSite=Strict"))
    );
}

#[test]
fn names_from_the_wire_stay_text() {
    let folder = hostile();
    let viewer = Viewer::new(folder.path(), Some(Live::default()), "secret".into()).unwrap();
    let evil = "\"><script>alert(9)</script>";
    for (path, query) in [
        ("/", &[][..]),
        ("/now", &[]),
        ("/log/conn", &[]),
        ("/log/conn", &[("q", evil), ("from", evil)]),
        ("/log/conn", &[("q", "\"<script>\"")]),
        ("/log/conn/rows", &[]),
        ("/log/<b>x", &[]),
        ("/find", &[("v", evil)]),
        ("/find", &[("v", "C1")]),
    ] {
        let response = ask(&viewer, path, query);
        assert_eq!(response.status, "200 OK", "{path} {query:?}");
        let html = text(&response);
        let scripts = html.matches("<script").count();
        assert_eq!(scripts, usize::from(html.starts_with("<!doctype")), "{path} {query:?}: {html}");
        assert!(
            !html.contains("<img") && !html.contains("<b>") && !html.contains("style="),
            "{path} {query:?}"
        );
        let policy = response.headers.iter().find(|(n, _)| *n == "Content-Security-Policy").unwrap();
        assert!(policy.1.starts_with("default-src 'none'") && !policy.1.contains("unsafe"));
    }
}

#[test]
fn rows_are_found_filtered_and_led_on() {
    let folder = hostile();
    let viewer = Viewer::new(folder.path(), None, "secret".into()).unwrap();
    let html = |path: &str, query: &[(&str, &str)]| text(&ask(&viewer, path, query));
    assert!(html("/log/conn", &[("q", "service=dns")]).contains("1–1 of 1 rows"));
    assert!(html("/log/conn", &[("q", "resp_bytes>5 id.resp_p=80")]).contains("1–1 of 1 rows"));
    assert!(html("/log/conn", &[("from", "1970-01-01 00:02"), ("to", "200")]).contains("1–1 of 1 rows"));
    assert!(html("/log/conn", &[("q", "servise=dns")]).contains("there is no column servise"));
    assert!(html("/log/conn", &[("to", "noon")]).contains("expected a time"));
    assert!(html("/log/conn", &[("q", "service=http")]).contains("No row passes"));
    let found = html("/find", &[("v", "C1")]);
    for log in ["notice", "conn", "&lt;b&gt;x"] {
        assert!(found.contains(&format!("<h2>{log}.log")), "{log}: {found}");
    }
    assert!(html("/find", &[("v", "C")]).contains("No log has a cell"));
    assert!(html("/log/conn", &[]).contains("href=\"/find?v=10.0.0.1\""));
}

#[test]
fn a_run_shows_its_samples() {
    let folder = tempfile::tempdir().unwrap();
    let live = Live::default();
    let viewer = Viewer::new(folder.path(), Some(live.clone()), "secret".into()).unwrap();
    assert!(text(&ask(&viewer, "/", &[])).contains("No figures yet"));
    for i in 0..10u32 {
        let n = u64::from(i);
        live.push(crate::Sample {
            ts: 1e9 + f64::from(i),
            packets: n * 1000,
            bytes: n * 1_000_000,
            dropped: n * 10,
            connections: 5,
            memory: 50_000_000,
            workers: [n, 2 * n].map(|packets| crate::Worker { packets, connections: 1234 }).to_vec(),
        });
    }
    let html = text(&ask(&viewer, "/now", &[]));
    for shown in ["1 k", "8 Mb/s", "0.99 %", "50 MB", "Workers", "1,234", "<polyline"] {
        assert!(html.contains(shown), "{shown}: {html}");
    }
}
