//! A worker that is a Python script with libzmq and speaks the bytes of Zeek's nodes.
use crate::{HEAD, Running, Site, ports, zeromq};
use std::process::{Command, Stdio};

const MANAGER: &str = r#"
export {
	redef enum Log::ID += { LOG };

	type Row: record {
		ts: time &log;
		h: addr &log;
		p: port &log;
		n: count &log &optional;
	};

	global greet: event(who: string, n: count);
	global thanks: event(n: count);
}

event zeek_init()
	{
	Log::create_stream(Test::LOG, [$columns=Row, $path="t"]);
	}

event Test::greet(who: string, n: count)
	{
	say(fmt("greeted by %s %d", who, n));
	Log::flush(Test::LOG);
	Cluster::publish(Cluster::worker_topic, Test::thanks, n + 1);
	}
"#;

/// Meets the manager as section "Meeting" of Zeek's backend has it.
const MEETING: &str = r#"
import struct, sys, zmq
to, at, logs = sys.argv[1:4]
c = zmq.Context()
def socket(kind, port):
    s = c.socket(kind)
    s.rcvtimeo = 30000
    s.connect('tcp://127.0.0.1:' + port)
    return s
pub, sub, push = socket(zmq.XPUB, to), socket(zmq.XSUB, at), socket(zmq.PUSH, logs)
me = b'zeromq_worker-1_py_1_Nx'
def count(n): return b'\x02' + struct.pack('>Q', n)
def string(s): return b'\x05' + bytes([len(s)]) + s
def event(name, *args):
    return b'\x0e\x03' + count(1) + count(1) + b'\x0e\x02' + string(name) + b'\x0e' + bytes([len(args)]) + b''.join(args)
def send(topic, body): pub.send_multipart([topic, me, b'broker-bin-v1', body])
mine = b'zeek.cluster.nodeid.' + me + b'.'
for topic in (mine, b'zeek.cluster.worker', b'zeek.cluster.node.worker-1.'): sub.send(b'\x01' + topic)
manager = None
while not manager:
    seen = pub.recv()
    if seen.startswith(b'\x01zeek.cluster.nodeid.zeromq_manager'): manager = seen[1:]
send(manager, event(b'Cluster::Backend::ZeroMQ::hello', string(b'worker-1'), string(me)))
heard = set()
while len(heard) < 2:
    topic, sender, form, body = sub.recv_multipart()
    # What the manager tells all workers may come before both have met.
    if topic == b'zeek.cluster.worker': continue
    assert (topic, form) == (mine, b'broker-bin-v1'), (topic, form)
    name = body[24:24 + body[23]]
    assert body == event(name, string(b'manager'), string(sender)), body
    heard.add(name)
assert heard == {b'Cluster::Backend::ZeroMQ::hello', b'Cluster::hello'}, heard
send(manager, event(b'Cluster::hello', string(b'worker-1'), string(me)))
"#;

/// Sends an event and a batch of rows.
const SENDING: &str = r#"
def text(s): return struct.pack('>I', len(s)) + s
def field(name, kind, optional): return b'\0' + text(name) + struct.pack('>II', kind, 0) + bytes([optional])
def value(kind, content): return struct.pack('>II', kind, 0) + (b'\0' if content is None else b'\1' + content)
rows = text(b'Test::LOG') + text(b'Log::WRITER_ASCII') + text(b'default') + text(b't') + struct.pack('>I', 4)
rows += field(b'ts', 5, 0) + field(b'h', 11, 0) + field(b'p', 10, 0) + field(b'n', 3, 1) + struct.pack('>I', 1)
rows += value(5, struct.pack('>d', 1.5)) + value(11, b'\x04\x0a\0\0\1') + value(10, struct.pack('>QI', 443, 1)) + value(3, None)
push.send_multipart([b'log-write', me, b'zeek-bin-serializer', rows])
send(b'zeek.cluster.manager', event(b'Test::greet', string(b'python'), count(6)))
topic, sender, form, body = sub.recv_multipart()
assert (topic, body) == (b'zeek.cluster.worker', event(b'Test::thanks', count(7))), (topic, body)
# The socket for rows may not be connected yet: an exit would drop what it holds.
c.destroy(linger=30000)
print('done', flush=True)
"#;

/// The manager knows some indicators before the worker comes, and gets many later.
const INDICATORS: &str = r#"
@load base/frameworks/intel

function insert(first: count, last: count)
	{
	while ( first <= last )
		{
		Intel::insert(Intel::Item($indicator=fmt("host-%d.example.com", first), $indicator_type=Intel::DOMAIN,
		                          $meta=Intel::MetaData($source="test")));
		++first;
		}
	}

event more() { insert(151, 500); }

event zeek_init() { insert(1, 150); }

event Cluster::node_up(name: string, id: string) { schedule 3 sec { more() }; }
"#;

/// Zeek's workers know no messages with many indicators but that with those of before. Some of those may come singly, too,
/// if the worker subscribed before the manager had sent them.
const LISTENING: &str = r#"
import re
stores = 0
later = set()
while len(later) < 350:
    topic, sender, form, body = sub.recv_multipart()
    name = body[24:24 + body[23]]
    assert name in (b'Intel::insert_indicator', b'Intel::new_min_data_store'), name
    if name == b'Intel::insert_indicator':
        number = int(re.search(rb'host-(\d+)[.]example[.]com', body)[1])
        if number > 150: later.add(number)
    stores += name == b'Intel::new_min_data_store'
    if name == b'Intel::new_min_data_store':
        assert all(b'host-%d.example.com' % n in body for n in range(1, 151)), body
assert stores == 1, stores
print('done', flush=True)
"#;

#[test]
fn a_node_that_speaks_zeeks_bytes_takes_part() {
    let Some((site, worker)) = meet(MANAGER, SENDING) else { return };
    site.wait_for("manager/out", "greeted by python 6", 1);
    site.wait_for("manager/t.log", "1.500000\t10.0.0.1\t443\t-", 1);
    site.wait_for("manager/python", "done", 1);
    worker.1.kill();
    site.wait_for("manager/out", "down worker-1 zeromq_worker-1_py_1_Nx", 1);
}

#[test]
fn workers_of_zeek_get_indicators_as_they_know_them() {
    let Some((site, _worker)) = meet(INDICATORS, LISTENING) else { return };
    site.wait_for("manager/python", "done", 1);
}

/// Starts a manager with this script, and a worker in Python that meets it before it goes on like this. `None` if Python
/// lacks ZeroMQ.
fn meet(manager: &str, worker: &str) -> Option<(Site, (Running, Running))> {
    let has_zmq = |program: &&str| {
        let found = Command::new(program).args(["-c", "import zmq"]).stderr(Stdio::null()).status();
        found.is_ok_and(|status| status.success())
    };
    let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(has_zmq) else {
        test_needs::unmet("python3-zmq is not installed");
        return None;
    };
    let [publishers, subscribers, logs] = ports();
    let layout = format!(
        r#"redef Cluster::nodes = {{
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1, $p={logs}/tcp],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
}};"#
    );
    let script = format!("{}{HEAD}{manager}", zeromq(publishers, subscribers));
    let python_script = format!("{MEETING}{worker}");
    let files = [("test.zeek", &*script), ("cluster-layout.zeek", &*layout), ("worker.py", &*python_script)];
    let site = Site::new(&files);
    let manager = site.start("manager", &["-b", "../test.zeek"]);
    let ports = [publishers, subscribers, logs].map(|port| port.to_string());
    let errors = std::fs::File::create(site.path("manager/python")).unwrap();
    let worker = Command::new(python)
        .arg(site.path("worker.py"))
        .args(ports)
        .stdout(errors.try_clone().unwrap())
        .stderr(errors)
        .spawn()
        .unwrap();
    site.wait_for("manager/out", "up worker-1 zeromq_worker-1_py_1_Nx", 1);
    Some((site, (manager, Running(worker))))
}
