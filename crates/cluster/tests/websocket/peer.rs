//! A node with a server, and a client.
use cluster::websocket::{Options, Report, Server};
use cluster::{Body, Caps, Carrier as _, Format, Hub, Inbound, Keep, Node, Seat};
use cluster_wire::{Data, Event, Limits, broker_bin};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const PATIENCE: Duration = Duration::from_secs(30);

/// Calls `done` until it returns true.
pub(crate) fn wait_until(what: &str, done: impl FnMut() -> bool) {
    test_needs::wait_until(what, PATIENCE, done);
}

/// Encodes an event as a client sends it.
pub(crate) fn event(topic: &str, name: &str, args: &Value) -> Value {
    json!({"type": "data-message", "topic": topic, "@data-type": "vector", "data": [
        {"@data-type": "count", "data": 1},
        {"@data-type": "count", "data": 1},
        {"@data-type": "vector", "data": [
            {"@data-type": "string", "data": name},
            {"@data-type": "vector", "data": args},
        ]},
    ]})
}

/// Encodes an event as a node sends it.
pub(crate) fn encoded(name: &str, arg: &str) -> Body {
    let mut body = Vec::new();
    broker_bin::encode_event(&Event::new(name, vec![Data::string(arg)]), &mut body);
    body.into()
}

/// A node and its server.
pub(crate) struct Test {
    pub(crate) node: Node,
    pub(crate) server: Server,
    mail: VecDeque<Inbound>,
}

impl Test {
    pub(crate) fn start(change: impl FnOnce(&mut Options)) -> Self {
        let hub = Hub::new(1);
        let node = hub.join(Seat::new("n", "n".into(), Caps::LIVE)).unwrap();
        let mut options = Options {
            listen: "127.0.0.1:0".parse().unwrap(),
            node: "n".into(),
            version: "1.2".to_owned(),
            ping: Duration::from_secs(5),
            queue: 32,
            tls: None,
        };
        change(&mut options);
        Test { node, server: Server::start(&hub, options).unwrap(), mail: VecDeque::new() }
    }

    /// Waits for the server's next report.
    pub(crate) fn report(&self) -> Report {
        let mut told = None;
        wait_until("something to tell", || {
            told = self.server.report();
            told.is_some()
        });
        told.unwrap()
    }

    pub(crate) fn judge_next(&self, fits: bool) {
        let Report::Event { client, .. } = self.report() else { panic!("no event") };
        self.server.judge(client, fits);
    }

    /// Waits for the next event at the node. Returns its topic, sender and name.
    pub(crate) fn node_hears(&mut self) -> (String, String, String) {
        wait_until("an event", || {
            self.node.take(100, &mut self.mail);
            !self.mail.is_empty()
        });
        let Some(Inbound::Event { topic, from, body, .. }) = self.mail.pop_front() else { panic!() };
        let event = broker_bin::decode_event(&body, &Limits::DEFAULT).unwrap();
        (topic.to_string(), from.to_string(), event.name.into_owned())
    }

    pub(crate) fn publish(&mut self, topic: &str, name: &str) {
        self.node.publish(topic, Keep::Droppable, Format::BrokerBin, encoded(name, ""));
    }

    pub(crate) fn connect(&self, path: &str, headers: &[(&'static str, &str)]) -> Client {
        let mut request = format!("ws://{}{path}", self.server.address()).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.server.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (ws, _) = tungstenite::client(request, MaybeTlsStream::Plain(stream)).unwrap();
        Client(ws)
    }

    /// Connects a client and subscribes it.
    pub(crate) fn client(&mut self, subscriptions: &[&str]) -> Client {
        let mut client = self.connect("/v1/messages/json", &[]);
        client.say(&json!(subscriptions));
        assert_eq!(client.hear()["type"], "ack");
        assert!(matches!(self.report(), Report::Added { .. }));
        client
    }
}

/// The client's end of a connection.
pub(crate) struct Client(pub(crate) WebSocket<MaybeTlsStream<TcpStream>>);

impl Client {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// Waits for the next text message.
    pub(crate) fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Returns the code with which the server closes the connection.
    pub(crate) fn code(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.0.read().unwrap() {
                return frame.unwrap().code.into();
            }
        }
    }

    pub(crate) fn close(&mut self) {
        self.0.close(Some(CloseFrame { code: CloseCode::Normal, reason: "bye".into() })).unwrap();
        while self.0.read().is_ok() {}
    }

    pub(crate) fn address(&self) -> SocketAddr {
        let MaybeTlsStream::Plain(stream) = self.0.get_ref() else { panic!() };
        stream.local_addr().unwrap()
    }
}
