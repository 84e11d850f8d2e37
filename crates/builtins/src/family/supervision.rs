//! `Supervisor::…`: nodes that this process supervises, and its own role as a supervised node.
use crate::call::{Answer, Call, Stop, family, insert};
use crate::services::{Part, Services};
use script_sema::tree::GlobalId;
use script_vm::Machine;
use std::collections::BTreeMap;
use std::time::Duration;
use supervisor::{ClusterEndpoint, NodeConfig, Order, Report, Role, Stream};
use value::{Context, Record, Table, Value, Vector};

family! {
    "Supervisor::__is_supervisor" => |c| Ok(matches!(c.invocation().part, Part::Supervisor).into()),
    "Supervisor::__is_supervised" => |c| Ok(matches!(c.invocation().part, Part::Node(_)).into()),
    "Supervisor::__node" => node,
    "Supervisor::__create" => create,
    "Supervisor::__status" => status,
    "Supervisor::__restart" => |c| change(c, |_, _| (), Order::Restart),
    "Supervisor::__destroy" => |c| change(c, |c, name| drop(c.supervision().nodes.remove(name)), Order::Destroy),
    "Supervisor::__stem_pid" => |c| {
        expect_supervisor(c)?;
        let pid = c.supervision().keeper.as_ref().and_then(|k| k.stem_pid());
        Ok(Value::Int(pid.map_or(-1, i64::from)))
    },
}

/// The maximum number of reports handled per turn, so that a node that prints endlessly does not block the others.
const REPORTS: usize = 1000;

fn expect_supervisor(c: &mut Call<'_>) -> Result<(), Stop> {
    if matches!(c.invocation().part, Part::Supervisor) {
        return Ok(());
    }
    c.error("only a supervisor can do this: egret -j");
    Err(Stop::Nothing)
}

fn node(c: &mut Call<'_>) -> Answer {
    match c.invocation().part.clone() {
        Part::Node(config) => Ok(to_record(c, &config)?.into()),
        _ => {
            c.error("only a supervised node has a configuration; ask Supervisor::is_supervised() first");
            Err(Stop::Nothing)
        }
    }
}

fn create(c: &mut Call<'_>) -> Answer {
    expect_supervisor(c)?;
    let config = from_record(&c.record(0)?).ok_or(Stop::Argument(0))?;
    if let Err(e) = config.check() {
        return Ok(e.to_string().into());
    }
    let supervision = c.supervision();
    if supervision.nodes.contains_key(&config.name) {
        return Ok(format!("node with name '{}' already exists", config.name).into());
    }
    if let Some(keeper) = &mut supervision.keeper
        && let Err(e) = keeper.order(Order::Create(Box::new(config.clone())))
    {
        return Ok(format!("node with name '{}' cannot be started: {e}", config.name).into());
    }
    supervision.nodes.insert(config.name.clone(), (config, None));
    Ok("".into())
}

/// Gives an order to one node, or to all if the name is empty. Returns false if the node does not exist.
fn change(c: &mut Call<'_>, also: fn(&mut Call<'_>, &str), order: fn(String) -> Order) -> Answer {
    expect_supervisor(c)?;
    let name = c.text(0)?;
    let nodes = &c.supervision().nodes;
    let names: Vec<String> = nodes.keys().filter(|n| name.is_empty() || **n == name).cloned().collect();
    let mut all = name.is_empty() || !names.is_empty();
    for name in names {
        if let Some(keeper) = &mut c.supervision().keeper {
            all &= keeper.order(order(name.clone())).is_ok();
        }
        also(c, &name);
    }
    Ok(all.into())
}

fn status(c: &mut Call<'_>) -> Answer {
    expect_supervisor(c)?;
    let name = c.text(0)?;
    let status = c.new_record("Supervisor::Status")?;
    let ty = status.record_type();
    let field = ty.position("nodes").and_then(|at| ty.field(at));
    let table = field.and_then(|f| f.ty.as_table().cloned());
    let table = Table::of(table.ok_or_else(|| Stop::MissingType("Supervisor::Status".to_owned()))?);
    let nodes = c.supervision().nodes.clone();
    for (key, (config, pid)) in nodes.iter().filter(|(n, _)| name.is_empty() || **n == name) {
        let one = c.new_record("Supervisor::NodeStatus")?;
        one.set_named("node", to_record(c, config)?);
        if let Some(pid) = pid {
            one.set_named("pid", Value::Int(i64::from(*pid)));
        }
        insert(&table, &[Value::string(key)], Some(one.into()))?;
    }
    status.set_named("nodes", table);
    Ok(status.into())
}

/// Handles the reports of nodes.
pub fn supervise(machine: &mut Machine) {
    for _ in 0..REPORTS {
        let keeper = &mut Services::of(machine).supervision.keeper;
        let Some(report) = keeper.as_mut().and_then(|k| k.report(Duration::ZERO)) else { return };
        take(machine, report);
    }
}

/// Stops the nodes at the end of a run, and prints their remaining output.
pub fn end_nodes(machine: &mut Machine) {
    let Some(keeper) = &mut Services::of(machine).supervision.keeper else { return };
    keeper.stop();
    while let Some(keeper) = &mut Services::of(machine).supervision.keeper {
        match keeper.report(Duration::from_millis(100)) {
            Some(report) => take(machine, report),
            None if keeper.is_over() => return,
            None => {}
        }
    }
}

fn take(machine: &mut Machine, report: Report) {
    match report {
        Report::Started { node, pid } => {
            let Some(known) = Services::of(machine).supervision.nodes.get_mut(&node) else { return };
            known.1 = Some(pid);
            let event = machine.global_id("Supervisor::node_status");
            if let Some(event) = event.filter(|&id| machine.has_bodies(id)) {
                let args = vec![Value::string(&node), Value::Count(pid.into())];
                Context::raise(machine, event, args);
            }
        }
        Report::Ended { node, how } => show(machine, &node, Stream::Stderr, &format!("ended: {how}")),
        Report::Failed { node, why } => show(machine, &node, Stream::Stderr, &format!("not started: {why}")),
        Report::Line { node, stream, text } => {
            let hook = match stream {
                Stream::Stdout => "Supervisor::stdout_hook",
                Stream::Stderr => "Supervisor::stderr_hook",
            };
            if passes(machine, hook, &node, &text) {
                show(machine, &node, stream, &text);
            }
        }
    }
}

/// Whether a hook lets a line of output through.
fn passes(machine: &mut Machine, hook: &str, node: &str, text: &str) -> bool {
    let Some(id) = machine.global_id(hook).filter(|&id| machine.has_bodies(id)) else { return true };
    let said = machine.call_global(GlobalId(id), &[Value::string(node), Value::string(text)]);
    match said {
        Ok(said) => said.and_then(|v| v.as_bool()) != Some(false),
        Err(e) => {
            machine.report_error(&e);
            true
        }
    }
}

fn show(machine: &mut Machine, node: &str, stream: Stream, text: &str) {
    let outside = Services::of(machine).outside();
    match stream {
        Stream::Stdout => outside.print(format!("[supervisor:STDOUT] [{node}] {text}\n").as_bytes()),
        Stream::Stderr => outside.print_error(format!("[supervisor:STDERR] [{node}] {text}\n").as_bytes()),
    }
}

// Conversion between records of scripts and configurations.

fn text_of(r: &Record, field: &str) -> Option<String> {
    Some(r.get_named(field)?.as_string()?.to_text().into_owned())
}

fn texts_of(r: &Record, field: &str) -> Vec<String> {
    let items = r.get_named(field).and_then(|v| v.as_vector().map(Vector::items));
    let texts = items.unwrap_or_default().into_iter().flatten();
    texts.filter_map(|v| Some(v.as_string()?.to_text().into_owned())).collect()
}

/// Returns the entries of a table that is indexed by strings.
fn entries_of(r: &Record, field: &str) -> Vec<(String, Value)> {
    let table = r.get_named(field).and_then(|v| v.as_table().cloned());
    let entries = table.map(|t| t.entries()).unwrap_or_default();
    let named = |(index, value): (Vec<Value>, Option<Value>)| {
        Some((index.first()?.as_string()?.to_text().into_owned(), value?))
    };
    entries.into_iter().filter_map(named).collect()
}

fn from_record(r: &Record) -> Option<NodeConfig> {
    let env = entries_of(r, "env").into_iter();
    let cluster = entries_of(r, "cluster").into_iter();
    Some(NodeConfig {
        name: text_of(r, "name")?,
        interface: text_of(r, "interface"),
        pcap_file: text_of(r, "pcap_file"),
        directory: text_of(r, "directory"),
        stdout_file: text_of(r, "stdout_file"),
        stderr_file: text_of(r, "stderr_file"),
        bare_mode: r.get_named("bare_mode").and_then(|v| v.as_bool()),
        addl_base_scripts: texts_of(r, "addl_base_scripts"),
        addl_user_scripts: texts_of(r, "addl_user_scripts"),
        env: env
            .map(|(name, v)| Some((name, v.as_string()?.to_text().into_owned())))
            .collect::<Option<BTreeMap<_, _>>>()?,
        cpu_affinity: r.get_named("cpu_affinity").and_then(|v| v.as_int()),
        cluster: cluster
            .map(|(name, v)| Some((name, endpoint_of(v.as_record()?)?)))
            .collect::<Option<BTreeMap<_, _>>>()?,
    })
}

fn endpoint_of(r: &Record) -> Option<ClusterEndpoint> {
    Some(ClusterEndpoint {
        role: Role::of_number(r.get_named("role")?.as_enum()?)?,
        host: r.get_named("host")?.as_addr()?,
        p: r.get_named("p")?.as_port()?,
        interface: text_of(r, "interface"),
        pcap_file: text_of(r, "pcap_file"),
        metrics_port: r.get_named("metrics_port").and_then(|v| v.as_port()),
    })
}

/// Sets a field if there is a value.
fn set<T: Into<Value>>(r: &Record, field: &str, value: Option<T>) {
    if let Some(value) = value {
        r.set_named(field, value);
    }
}

/// Sets a field to a text if there is one.
fn set_text(r: &Record, field: &str, text: &Option<String>) {
    set(r, field, text.as_ref().map(Value::string));
}

fn to_record(c: &mut Call<'_>, config: &NodeConfig) -> Result<Record, Stop> {
    let r = c.new_record("Supervisor::NodeConfig")?;
    r.set_named("name", Value::string(&config.name));
    set_text(&r, "interface", &config.interface);
    set_text(&r, "pcap_file", &config.pcap_file);
    set_text(&r, "directory", &config.directory);
    set_text(&r, "stdout_file", &config.stdout_file);
    set_text(&r, "stderr_file", &config.stderr_file);
    set(&r, "bare_mode", config.bare_mode);
    set(&r, "cpu_affinity", config.cpu_affinity.map(Value::Int));
    let lists =
        [("addl_base_scripts", &config.addl_base_scripts), ("addl_user_scripts", &config.addl_user_scripts)];
    for (field, scripts) in lists {
        if let Some(list) = r.get_named(field).and_then(|v| v.as_vector().cloned()) {
            scripts.iter().for_each(|s| list.push(Value::string(s)));
        }
    }
    if let Some(env) = r.get_named("env").and_then(|v| v.as_table().cloned()) {
        for (name, value) in &config.env {
            insert(&env, &[Value::string(name)], Some(Value::string(value)))?;
        }
    }
    if let Some(cluster) = r.get_named("cluster").and_then(|v| v.as_table().cloned()) {
        for (name, endpoint) in &config.cluster {
            let endpoint = endpoint_record(c, endpoint)?;
            insert(&cluster, &[Value::string(name)], Some(endpoint.into()))?;
        }
    }
    Ok(r)
}

fn endpoint_record(c: &mut Call<'_>, endpoint: &ClusterEndpoint) -> Result<Record, Stop> {
    let r = c.new_record("Supervisor::ClusterEndpoint")?;
    r.set_named("role", c.enumerator("Supervisor::ClusterRole", endpoint.role as i64)?);
    r.set_named("host", Value::addr(endpoint.host));
    r.set_named("p", Value::Port(endpoint.p));
    set_text(&r, "interface", &endpoint.interface);
    set_text(&r, "pcap_file", &endpoint.pcap_file);
    set(&r, "metrics_port", endpoint.metrics_port.map(Value::Port));
    Ok(r)
}
