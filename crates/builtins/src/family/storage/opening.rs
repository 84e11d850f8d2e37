//! Opening a backend from the options of a script.
use crate::call::Call;
use ::storage::redis::{self, Redis, Server};
use ::storage::{Code, Failure, Options, Outcome, Sqlite, Store};
use net_types::TransportProto;
use std::sync::Arc;
use std::time::Duration;
use value::{Record, Value};

const SQLITE: &str = "Storage::STORAGE_BACKEND_SQLITE";
const REDIS: &str = "Storage::STORAGE_BACKEND_REDIS";

/// Opens the backend of a tag. A Redis server answers later, to the operation [`Redis::OPEN`]. Returns it with its name in
/// metrics.
pub(super) fn store_of(c: &mut Call<'_>, tag: &str, options: &Record) -> Outcome<(Store, String)> {
    match tag {
        SQLITE => Fields::of(options, "sqlite").and_then(|f| open_sqlite(&f)).map_err(|f| {
            let text = format!("Failed to open backend {tag}: {}", f.text.unwrap_or_default());
            Failure { code: f.code, text: Some(text) }
        }),
        REDIS => open_redis(c, &Fields::of(options, "redis")?),
        _ => Err(refused(format!("{tag}: this program has the backends {SQLITE} and {REDIS}"))),
    }
}

fn refused(text: String) -> Failure {
    Failure { code: Code::InitializationFailed, text: Some(text) }
}

/// The options for one kind of backend.
struct Fields(Value);

impl Fields {
    fn of(options: &Record, name: &str) -> Outcome<Fields> {
        let missing = || refused(format!("the field {name} of the options is missing"));
        options.get_named(name).map(Fields).ok_or_else(missing)
    }

    fn get(&self, name: &str) -> Option<Value> {
        self.0.as_record().and_then(|r| r.get_named(name))
    }

    fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.as_string().map(|s| s.to_text().into_owned())
    }

    fn needed(&self, name: &str) -> Outcome<String> {
        self.text(name).ok_or_else(|| refused(format!("{name} is missing")))
    }

    fn interval(&self, name: &str) -> Duration {
        let seconds = self.get(name).and_then(|v| v.as_double()).unwrap_or(0.0);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }
}

fn open_sqlite(fields: &Fields) -> Outcome<(Store, String)> {
    let pragmas = fields.get("pragma_commands").and_then(|v| v.as_table().cloned());
    let pragmas = pragmas.map_or(Vec::new(), |t| {
        let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
        let pairs = t.entries().into_iter();
        pairs.filter_map(|(k, v)| Some((text(k.first()?)?, text(v.as_ref()?)?))).collect()
    });
    let o = Options {
        path: fields.needed("database_path")?,
        table: fields.needed("table_name")?,
        busy: fields.interval("busy_timeout"),
        pragmas,
    };
    Ok((Store::Sqlite(Sqlite::open(&o)?), format!("{}-{}", o.path, o.table)))
}

fn open_redis(c: &mut Call<'_>, fields: &Fields) -> Outcome<(Store, String)> {
    let server = match (fields.text("server_host"), fields.text("server_unix_socket")) {
        (Some(host), None) => {
            let port = fields.get("server_port").and_then(|v| v.as_port());
            let tcp = port.filter(|p| p.proto == TransportProto::Tcp);
            Server::Tcp(host, tcp.ok_or_else(|| refused("server_port is no TCP port".to_owned()))?.num)
        }
        (None, Some(path)) => Server::Unix(path),
        _ => return Err(refused("one of server_host and server_unix_socket must be set".to_owned())),
    };
    // A limit of nothing would refuse everything.
    let limit = |name: &str| match fields.interval(name) {
        Duration::ZERO => Err(refused(format!("{name} must be longer than 0 secs"))),
        limit => Ok(limit),
    };
    let prefix = fields.text("key_prefix").unwrap_or_default();
    // What Zeek's metrics show: they do not tell servers apart.
    let config = format!("server_addr-{prefix}");
    let o = redis::Options {
        server,
        prefix,
        connect: limit("connect_timeout")?,
        operation: limit("operation_timeout")?,
        username: fields.text("username"),
        password: fields.text("password"),
        by_packets: c.invocation().source.as_ref().is_some_and(|s| !s.live),
    };
    let (bell, now) = (c.cluster().bell.clone(), super::now(c));
    let redis = Redis::begin(o, now, Arc::new(move || bell.ring()))?;
    Ok((Store::Redis(Box::new(redis)), config))
}
