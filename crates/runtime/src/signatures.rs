//! Signature files: those that `@load-sigs` names and those of `signature_files`, read once a run begins.
use crate::script::{Search, Session as Scripts};
use net_types::Subnet;
use protocols::signature::{Magic, Named, Rule, parse};
use script_vm::Machine;
use std::rc::Rc;
use value::{Context, Value};

/// Reads all signature files; the types of files are known from then on. The rules are returned, for whoever matches
/// connections.
///
/// # Errors
/// What is wrong with a file: one that is not there, one that is no signature file, patterns that cannot be matched.
pub(crate) fn read(scripts: &mut Scripts) -> Result<Vec<Rule>, String> {
    let Some(search) = scripts.host().search.clone() else { return Ok(Vec::new()) };
    let mut rules = Vec::new();
    for path in paths(scripts, &search)? {
        let text = search.read(&path).map_err(|e| format!("can't read {path}: {e}"))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let machine = scripts.machine();
        rules.extend(parse(&path, &text, &|name| lookup(machine, name)).map_err(|e| e.to_string())?);
    }
    scripts.host().magic = Some(Magic::new(&rules).map_err(|e| e.to_string())?);
    Ok(rules)
}

/// Each file once, in the order in which it was asked for.
fn paths(scripts: &mut Scripts, search: &Rc<Search>) -> Result<Vec<String>, String> {
    let mut paths: Vec<String> = Vec::new();
    let mut add = |path: String| {
        if !paths.contains(&path) {
            paths.push(path);
        }
    };
    let missing = |name: &str| format!("failed to load signature file: {name}");
    for s in scripts.signatures() {
        add(s.file.as_ref().ok_or_else(|| missing(&s.asked))?.name.clone());
    }
    let machine = scripts.machine();
    let listed = machine.global_id("signature_files").and_then(|id| machine.global(id));
    let listed =
        listed.as_ref().and_then(Value::as_string).map_or(String::new(), |s| s.to_text().into_owned());
    for name in listed.split_whitespace() {
        add(search.signatures(name, None).ok_or_else(|| missing(name))?.path);
    }
    Ok(paths)
}

/// A global that a signature names.
fn lookup(machine: &Machine, name: &str) -> Result<Named, String> {
    let value = machine.global_id(name).and_then(|id| machine.global(id));
    let value = value.ok_or_else(|| format!("unknown identifier {name}"))?;
    named(&value).ok_or_else(|| format!("type of {name} not supported in signatures"))
}

fn named(value: &Value) -> Option<Named> {
    let number = |v: &Value| {
        let n = v.as_port().map(|p| u64::from(p.num)).or_else(|| v.as_count());
        n.or_else(|| u64::try_from(v.as_int()?).ok()).and_then(|n| u32::try_from(n).ok())
    };
    let net = |v: &Value| v.as_subnet().or_else(|| v.as_addr().and_then(|a| Subnet::new(a, a.width())));
    if let Some(n) = number(value) {
        return Some(Named::Numbers(vec![n]));
    }
    if let Some(n) = net(value) {
        return Some(Named::Nets(vec![n]));
    }
    if let Some(s) = value.as_string() {
        return Some(Named::Text(s.to_text().into_owned()));
    }
    let entries: Vec<Value> =
        value.as_table()?.entries().into_iter().filter_map(|(mut index, _)| index.pop()).collect();
    let numbers: Option<Vec<u32>> = entries.iter().map(number).collect();
    match numbers {
        Some(n) => Some(Named::Numbers(n)),
        None => entries.iter().map(net).collect::<Option<Vec<_>>>().map(Named::Nets),
    }
}
