//! Ways to a server: TLS, credentials, a leaf server.
use crate::process::{Process, wait_until};
use cluster::{Carrier as _, Inbound, LinkChange};
use cluster_nats::Settings;
use nkeys::KeyPair;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use test_needs::nats::Server;

/// Two processes with these settings meet and exchange an event.
fn check_meet(server: &Server, change: impl Fn(&mut Settings)) {
    let mut one = Process::start("one", server, &change);
    let mut other = Process::start("other", server, &change);
    other.subscribe(&["t/"]);
    one.expect_link(true, "other");
    one.publish("t/x", "text");
    assert_eq!(other.event(), ("one".to_owned(), "t/x".to_owned(), "text".to_owned()));
}

/// A process with these settings hears why it cannot publish, and meets nobody.
fn check_refused(server: &Server, why: &str, change: impl FnOnce(&mut Settings)) {
    let mut process = Process::start("refused", server, change);
    process.publish("t/x", "text");
    let mut heard = Vec::new();
    wait_until(&format!("the error {why:?} of {heard:?}"), || {
        process.node.take(100, &mut process.mail);
        for item in process.mail.drain(..) {
            assert!(!matches!(item, Inbound::Link(LinkChange::Up { .. })));
            if let Inbound::Trouble { message, .. } = item {
                heard.push(message);
            }
        }
        assert!(heard.len() <= 20, "{why:?} is not among {heard:?}");
        heard.iter().any(|message| message.contains(why))
    });
    assert_eq!(process.uplink.counters().rows_stored.load(Ordering::Relaxed), 0);
}

fn openssl(folder: &Path, words: &str) {
    let mut command = Command::new("openssl");
    command.args(words.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().unwrap().success(), "openssl {words}");
}

/// An authority, and certificates of a server and a client that it has signed.
fn make_certificates(folder: &Path) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(folder, &format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=ca -days 2"));
    for name in ["server", "client"] {
        let san = "-addext subjectAltName=IP:127.0.0.1";
        openssl(folder, &format!("req {key} -keyout {name}.key -out {name}.csr -subj /CN={name} {san}"));
        let signed = "-CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copyall";
        openssl(folder, &format!("x509 -req -in {name}.csr -out {name}.pem {signed}"));
    }
}

#[test]
fn tls_verifies_both_sides() {
    if !test_needs::programs(&["openssl"]) {
        return;
    }
    let server = Server::configured(|folder| {
        make_certificates(folder);
        let file = |name: &str| folder.join(name).display().to_string();
        let (cert, key, ca) = (file("server.pem"), file("server.key"), file("ca.pem"));
        format!("tls {{ cert_file: {cert:?}, key_file: {key:?}, ca_file: {ca:?}, verify: true }}\n")
    });
    let Some(server) = server else { return };
    let url = vec![format!("tls://127.0.0.1:{}", server.port())];
    let own = Some((server.file("client.pem"), server.file("client.key")));
    check_meet(&server, |settings| {
        settings.servers.clone_from(&url);
        settings.authorities = Some(server.file("ca.pem"));
        settings.certificate.clone_from(&own);
    });
    check_refused(&server, "IO error", |settings| {
        settings.servers.clone_from(&url);
        settings.certificate.clone_from(&own);
    });
    check_refused(&server, "IO error", |settings| {
        settings.servers.clone_from(&url);
        settings.authorities = Some(server.file("ca.pem"));
    });
}

/// A signed statement of NATS (a JWT with an nkey): who `issuer` says that `subject` is.
fn statement(issuer: &KeyPair, subject: &KeyPair, kind: &str, about: &str) -> String {
    let (by, of) = (issuer.public_key(), subject.public_key());
    let claims = format!(
        r#"{{"jti":"{of}","iat":1700000000,"iss":"{by}","name":"{kind}","sub":"{of}","nats":{{{about}"type":"{kind}","version":2}}}}"#
    );
    let mut text = base64url(br#"{"typ":"JWT","alg":"ed25519-nkey"}"#);
    text = format!("{text}.{}", base64url(claims.as_bytes()));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", base64url(&signature))
}

/// RFC 4648, section 5, without padding.
fn base64url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0_u32, |word, n| word << 8 | u32::from(chunk.get(n).copied().unwrap_or(0)));
        for n in 0..=chunk.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * n) & 63) as usize]));
        }
    }
    text
}

const ACCOUNT: &str = r#""limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,"exports":-1,"wildcards":true,"conn":-1,"leaf":-1,"mem_storage":-1,"disk_storage":-1,"streams":-1,"consumer":-1},"default_permissions":{"pub":{},"sub":{}},"#;
const USER: &str = r#""pub":{},"sub":{},"subs":-1,"data":-1,"payload":-1,"#;

/// Writes the credentials of a new user of an account.
fn write_credentials(account: &KeyPair, path: &Path) {
    let user = KeyPair::new_user();
    let mut text = String::new();
    let jwt = statement(account, &user, "user", USER);
    let _ = write!(text, "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n");
    let seed = user.seed().unwrap();
    let _ = write!(text, "-----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n");
    std::fs::write(path, text).unwrap();
}

#[test]
fn credentials_open_the_server() {
    let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
    let (system, stranger) = (KeyPair::new_account(), KeyPair::new_account());
    let server = Server::configured(|folder| {
        let path = folder.join("operator.jwt");
        let (app, own) = (account.public_key(), system.public_key());
        let about = format!(r#""system_account":"{own}","#);
        std::fs::write(&path, statement(&operator, &operator, "operator", &about)).unwrap();
        let of = |account: &KeyPair, about: &str| statement(&operator, account, "account", about);
        let without_storage = ACCOUNT.replace("_storage\":-1", "_storage\":0");
        format!(
            "operator: {:?}\nsystem_account: {own}\nresolver: MEMORY\nresolver_preload: {{ {app}: {}, {own}: {} }}\n",
            path.display().to_string(),
            of(&account, ACCOUNT),
            of(&system, &without_storage)
        )
    });
    let Some(server) = server else { return };
    write_credentials(&account, &server.file("user.creds"));
    write_credentials(&stranger, &server.file("stranger.creds"));
    check_meet(&server, |settings| settings.credentials = Some(server.file("user.creds")));
    for credentials in [None, Some(server.file("stranger.creds"))] {
        check_refused(&server, "authorization violation", |settings| settings.credentials = credentials);
    }
}

#[test]
fn logins_open_the_server() {
    let users = "authorization { users: [ { user: \"egret\", password: \"a@:1\" } ] }\n";
    for (config, right, wrong) in
        [(users, "egret:a%40%3A1@", "egret:other@"), ("authorization { token: \"t0ken\" }\n", "t0ken@", "")]
    {
        let Some(server) = Server::configured(|_| config.to_owned()) else { return };
        let with = |login: &str| vec![format!("nats://{login}127.0.0.1:{}", server.port())];
        check_meet(&server, |settings| settings.servers = with(right));
        check_refused(&server, "authorization violation", |settings| settings.servers = with(wrong));
    }
}

/// The rights that docs/cluster.md names are enough for membership, events and rows. A process that lacks one hears of it.
#[test]
fn logins_may_be_confined_to_their_cluster() {
    let confined = |publish: &str| {
        format!(
            "authorization {{ users: [ {{ user: egret, password: secret, permissions: {{ \
             publish: [ {publish} ], subscribe: [ \"egret.test.>\", \"_INBOX.>\" ] }} }} ] }}\n"
        )
    };
    let of = |server: &Server| vec![format!("nats://egret:secret@127.0.0.1:{}", server.port())];
    let all = r#""egret.test.>", "$JS.API.>", "$JS.ACK.>", "$KV.>""#;
    let Some(server) = Server::configured(|_| confined(all)) else { return };
    check_meet(&server, |settings| settings.servers = of(&server));
    let mut logger = Process::start("logger", &server, |settings| {
        settings.servers = of(&server);
        settings.takes_rows = true;
    });
    let mut worker = Process::start("worker", &server, |settings| settings.servers = of(&server));
    worker.expect_link(true, "logger");
    worker.rows("1".to_owned());
    assert_eq!(logger.take_rows(1), ["1"]);

    let no_events = all.replace("\"egret.test.>\", ", "");
    let Some(server) = Server::configured(|_| confined(&no_events)) else { return };
    check_refused(&server, "Permissions Violation for Publish to \"egret.test", |settings| {
        settings.servers = of(&server);
    });
}

/// A leaf server without JetStream and one with a domain of its own, on the way to the server.
#[test]
fn a_leaf_server_passes_events_and_rows_and_may_fail() {
    for has_own in [false, true] {
        let listen = "leafnodes { listen: \"127.0.0.1:-1\" }\n".to_owned();
        let hub = Server::in_domain("hub", |_| listen);
        let Some(hub) = hub else { return };
        let at = hub.wait_for_port("leafnode");
        let remote =
            format!("leafnodes {{ reconnect: \"1s\", remotes: [ {{ url: \"nats://127.0.0.1:{at}\" }} ] }}\n");
        let leaf = if has_own {
            Server::in_domain("leaf", |_| remote)
        } else {
            Server::without_jetstream(|_| remote)
        };
        let Some(mut leaf) = leaf else { return };
        let through = |settings: &mut Settings| settings.domain = Some("hub".to_owned());
        let mut logger = Process::start("logger", &hub, |settings| {
            settings.takes_rows = true;
            through(settings);
        });
        logger.subscribe(&["t/"]);
        let mut worker = Process::start("worker", &leaf, through);
        worker.expect_link(true, "logger");
        logger.expect_link(true, "worker");
        worker.publish("t/x", "text");
        assert_eq!(logger.event(), ("worker".to_owned(), "t/x".to_owned(), "text".to_owned()));
        worker.rows("1".to_owned());
        assert_eq!(logger.take_rows(1), ["1"]);
        leaf.kill();
        worker.rows("2".to_owned());
        logger.expect_link(false, "worker");
        worker.expect_link(false, "logger");
        worker.rows("3".to_owned());
        leaf.restart();
        logger.expect_link(true, "worker");
        worker.expect_link(true, "logger");
        assert_eq!(logger.take_rows(2), ["2", "3"]);
    }
}
