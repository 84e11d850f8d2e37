//! Script globals, read and written by name.
use script_sema::tree::{GlobalId, GlobalKind};
use script_vm::Machine;
use value::{Context, Type, Value, Vector};

/// Returns the value of a global; `None` if it does not exist or has no value.
pub(crate) fn global(cx: &dyn Context, name: &str) -> Option<Value> {
    cx.global(cx.global_id(name)?)
}

/// Returns the value of a `bool`; `otherwise` if there is no such global.
pub(crate) fn flag(cx: &dyn Context, name: &str, otherwise: bool) -> bool {
    global(cx, name).and_then(|v| v.as_bool()).unwrap_or(otherwise)
}

/// Sets a `vector of string`. A global of another type is not changed.
pub(crate) fn set_texts(machine: &mut Machine, name: &str, texts: &[String]) {
    let Some(id) = machine.global_id(name) else { return };
    if let Some((_, Type::Vector(ty))) = machine.global_type(id) {
        let items = texts.iter().map(Value::string).collect();
        machine.set_global(id, Value::Vector(Vector::from_values(ty, items)));
    }
}

/// Sets a `bool`. A global of another type is not changed.
pub(crate) fn set_flag(machine: &mut Machine, name: &str, on: bool) {
    let Some(id) = machine.global_id(name) else { return };
    if matches!(machine.global_type(id), Some((_, Type::Bool))) {
        machine.set_global(id, Value::Bool(on));
    }
}

/// Returns the texts of a `string`, or of a set or vector of strings; empty if there is no such global.
pub(crate) fn texts(cx: &dyn Context, name: &str) -> Vec<String> {
    let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
    match global(cx, name) {
        Some(Value::String(s)) => vec![s.to_text().into_owned()],
        Some(Value::Vector(v)) => v.items().iter().flatten().filter_map(text).collect(),
        Some(Value::Table(t)) => t.entries().iter().filter_map(|(key, _)| text(key.first()?)).collect(),
        _ => Vec::new(),
    }
}

/// Describes a global as `-I` prints it; `None` if it does not exist.
pub(crate) fn describe(cx: &Machine, name: &str) -> Option<String> {
    let id = cx.global_id(name)?;
    let (_, ty) = cx.global_type(id)?;
    let text = cx.global(id).map_or_else(
        || "<no value>".to_owned(),
        |v| {
            let mut out = Vec::new();
            value::Printer::new(&mut out).with_quotes().value(&v);
            String::from_utf8_lossy(&out).into_owned()
        },
    );
    let attributes = if may_be_redefined(cx, id) { " &redef" } else { "" };
    Some(format!("{name} : {ty} = {text}{attributes}"))
}

fn may_be_redefined(machine: &Machine, id: u32) -> bool {
    let global = machine.program().global(GlobalId(id));
    global.attrs.redef || global.kind == GlobalKind::Option
}
