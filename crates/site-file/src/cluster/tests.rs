use super::*;

#[track_caller]
fn mistakes(found: Result<Cluster, Vec<Mistake>>, expected: &[(usize, &str)]) {
    let found = found.expect_err("mistakes");
    let shown: Vec<(usize, &str)> = found.iter().map(|m| (m.line, m.text.as_str())).collect();
    assert_eq!(shown.len(), expected.len(), "{shown:?}");
    for ((line, text), (at, part)) in shown.iter().zip(expected) {
        assert!(line == at && text.contains(part), "{line}: {text}; expected {at}: {part}");
    }
}

fn summary(cluster: &Cluster) -> Vec<String> {
    let of = |n: &Node| {
        let captured = n.interface.clone().unwrap_or_default();
        format!("{:?} {} {}:{} {captured} {:?}", n.role, n.name, n.host, n.port, n.cpu)
    };
    cluster.nodes.iter().map(of).collect()
}

#[test]
fn zeeks_description_is_read() {
    let text = "# nodes\n[worker-1]\ntype=worker\nhost=10.0.0.2\ninterface=af_packet::eth0\nlb_method=custom\nlb_procs=2\n\
                pin_cpus=2, 3\nenv_vars=A=1,B=2\n[manager]\ntype=manager\nhost=localhost\n[proxy-1]\ntype=proxy\nhost=localhost\n";
    let cluster = Cluster::read_node_cfg(text).expect("a cluster");
    assert_eq!(
        summary(&cluster),
        [
            "Manager manager localhost:27762  None",
            "Proxy proxy-1 localhost:27763  None",
            "Worker worker-1-1 10.0.0.2:27764 af_packet::eth0 Some(2)",
            "Worker worker-1-2 10.0.0.2:27765 af_packet::eth0 Some(3)",
        ]
    );
    assert_eq!(cluster.nodes[2].env, [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "2".to_owned())]);
    assert_eq!(cluster.scripts, ["local"]);
}

#[test]
fn mistakes_of_zeeks_description_have_their_lines() {
    let text = "type=manager\n[zeek]\ntype=standalone\nhost=localhost\n[a]\ntype=boss\nhost=h\nlb_procs=x\n\
                lb_method=pf_ring\nnonsense\n[w]\ntype=worker\nhost=h\nlb_interfaces=1\n";
    mistakes(
        Cluster::read_node_cfg(text),
        &[
            (1, "expected a section"),
            (1, "no manager"),
            (3, "[zeek] stands alone"),
            (3, "zeek: no role"),
            (6, "expected manager, logger, proxy or worker, found boss"),
            (6, "a: no role"),
            (8, "expected a number from 1 to 512, found x"),
            (9, "expected custom or af_packet"),
            (10, "expected key=value or [section], found nonsense"),
            (12, "w: no interface"),
            (14, "unknown key lb_interfaces"),
        ],
    );
}

#[test]
fn our_description_is_read() {
    let text = "backend = \"nats\"\nservers = [\"nats://h:4222\"]\nname = \"office\"\nport = 4000\nscripts = [\"a\"]\n\
                [globals]\n\"A::b\" = 3\n[nodes.m]\nrole = \"manager\"\nhost = \"h\"\n[nodes.w]\nrole = \"worker\"\nhost = \"i\"\n\
                interface = \"eth0\"\nenv = { A = \"1\" }\n";
    let cluster = Cluster::read(text).expect("a cluster");
    assert_eq!(summary(&cluster), ["Manager m h:4002  None", "Worker w i:4003 eth0 None"]);
    assert_eq!(
        cluster.settings("10.0.0.1"),
        [
            "@load policy/frameworks/cluster/backend/nats/connect",
            "redef Cluster::Backend::NATS::servers = vector(\"nats://h:4222\");",
            "redef Cluster::Backend::NATS::cluster_name = \"office\";",
        ]
    );
    assert_eq!(cluster.globals, [("A::b".to_owned(), "3".to_owned())]);
    let zeromq = Cluster { backend: Backend::ZeroMq, ..cluster };
    let settings = zeromq.settings("::1").join("\n");
    for line in
        ["listen_xsub_endpoint = \"tcp://[::1]:4000\"", "connect_xsub_endpoint = \"tcp://[::1]:4001\""]
    {
        assert!(settings.contains(line), "{line}: {settings}");
    }
}

#[test]
fn mistakes_of_our_description_have_their_lines() {
    let text = "backend = \"kafka\"\nservers = [\"h:1\"]\nport = 0\nnodes_ = 1\n[nodes.a]\nrole = \"manager\"\nhost = \"h\"\n\
                interface = \"eth0\"\n[nodes.b]\nrole = \"manager\"\nhost = \"h\"\n[nodes.\"c/d\"]\nrole = \"proxy\"\nhost = \"h\"\n\
                [nodes.w]\nrole = \"worker\"\nhost = \"h\"\ninterface = \"e\"\nprocesses = 2\ncpus = [1]\n[nodes.x]\nhost = \"h\"\ncpus = \"1\"\n";
    mistakes(
        Cluster::read(text),
        &[
            (1, "expected \"zeromq\", \"nats\" or \"connections\", found \"kafka\""),
            (1, "only the backend nats has them"),
            (2, "expected nats://HOST:PORT"),
            (3, "expected a number from 1 to 64000"),
            (4, "unknown key nodes_"),
            (5, "only workers capture"),
            (9, "a cluster has one manager"),
            (12, "expected a name of letters"),
            (15, "1 processors for 2 processes"),
            (21, "x: no role"),
            (23, "cpus: expected numbers of processors"),
        ],
    );
    mistakes(Cluster::read("backend = \"nats\"\n"), &[(1, "nats needs servers"), (1, "no manager")]);
}
