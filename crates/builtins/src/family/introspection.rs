//! Introspection of scripts: names, types, fields.
use crate::call::insert;
use crate::call::{Answer, Call, family};
use crate::search::FileKind;
use script_sema::tree::{Global, GlobalKind, Program};
use std::collections::BTreeSet;
use std::rc::Rc;
use value::{Code, EnumType, Func, Record, RecordType, Table, TableAttrs, TableMeta, Type, Value};

family! {
    "type_name" => type_name,
    "type_aliases" => type_aliases,
    "enum_names" => enum_names,
    "record_fields" => record_fields,
    "record_type_to_vector" => record_type_to_vector,
    "lookup_ID" => lookup_id,
    "global_ids" => global_ids,
    "global_options" => global_options,
    "Broker::__backed_tables" => backed_tables,
    "global_container_footprints" => global_container_footprints,
    "is_event_handled" => is_event_handled,
    "find_in_zeekpath" => find_in_zeekpath,
    "generate_all_events" => |c| {
        c.cx.tell_all_events();
        c.traffic().all_events_wanted = true;
        Ok(true.into())
    },
}

/// Returns the name of a function, as in JSON and messages.
pub(super) fn describe_function(f: &Func) -> String {
    match f.code {
        Code::Global(_) | Code::Closure(..) => f.name.to_string(),
    }
}

/// Returns the type of a value. A value that is itself a type yields that type.
fn type_of(v: &Value) -> Type {
    match v {
        Value::Type(t) => (**t).clone(),
        v => v.ty(),
    }
}

fn type_name(c: &mut Call<'_>) -> Answer {
    let text = match c.arg(0) {
        // As in Zeek, every type that is a value is called so.
        Value::Type(_) => "type".to_owned(),
        v => v.ty().to_string(),
    };
    Ok(text.into())
}

fn program(c: &mut Call<'_>) -> Option<Rc<Program>> {
    c.program().tree.clone()
}

/// Whether two handles refer to one type. An alias refers to the same type as its original.
fn is_alias(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Record(a), Type::Record(b)) => Rc::ptr_eq(a, b) || a.name().is_some() && a.name() == b.name(),
        (Type::Enum(a), Type::Enum(b)) => Rc::ptr_eq(a, b) || a.name() == b.name(),
        _ => a.same(b) && a.name() == b.name() && a.name().is_some(),
    }
}

/// Returns the name under which a type was first declared.
fn declared_as<'p>(program: &'p Program, name: &'p str) -> &'p str {
    let mut name = name;
    while let Some(of) = program.aliases.get(name).filter(|of| ***of != *name) {
        name = of;
    }
    name
}

fn type_aliases(c: &mut Call<'_>) -> Answer {
    let ty = type_of(c.arg(0));
    let mut names = BTreeSet::new();
    if let (Some(own), Some(program)) = (ty.name(), program(c)) {
        names.insert(own.to_string());
        let root = declared_as(&program, &own);
        for (name, t) in &program.types {
            if is_alias(t, &ty) || declared_as(&program, name) == root {
                names.insert(name.to_string());
            }
        }
    }
    c.set_of("string_set", names.into_iter().map(Value::string).collect())
}

fn enum_type(c: &mut Call<'_>) -> Option<Rc<EnumType>> {
    let ty = match c.arg(0).clone() {
        Value::String(name) => c.cx.named_type(&name.to_text())?,
        v => type_of(&v),
    };
    ty.as_enum().cloned()
}

fn enum_names(c: &mut Call<'_>) -> Answer {
    let names = enum_type(c).map(|t| t.values()).unwrap_or_default();
    c.set_of("string_set", names.into_iter().map(|(name, _)| Value::string(name.as_bytes())).collect())
}

/// Creates an empty table of a type of the prelude. It keeps the order of insertion.
fn ordered_table(c: &Call<'_>, name: &str) -> Result<Table, crate::call::Stop> {
    let attrs = TableAttrs { ordered: true, ..TableAttrs::default() };
    Ok(Table::new(Rc::new(TableMeta::new(c.table_type(name)?, Some(Rc::new(attrs))))))
}

fn fields_table(c: &mut Call<'_>, ty: &RecordType, of: Option<&Record>) -> Answer {
    let table = ordered_table(c, "record_field_table")?;
    for (i, field) in ty.fields().iter().enumerate() {
        let r = c.new_record("record_field")?;
        r.set(0, kind_and_name(&field.ty).into());
        r.set(1, field.attrs.log.into());
        if let Some(v) = of.and_then(|of| of.get(i as u32)) {
            r.set(2, v);
        }
        if let Some(thunk) = field.attrs.default {
            let v = c.cx.thunk(thunk)?;
            r.set(3, v);
        }
        // A default makes a field optional.
        r.set(4, (field.attrs.optional || field.attrs.default.is_some()).into());
        insert(&table, &[Value::string(field.name.as_bytes())], Some(r.into()))?;
    }
    Ok(table.into())
}

/// Describes a type by its kind; records and enums also by name. The same applies inside containers.
fn kind_and_name(ty: &Type) -> String {
    let index = |t: &value::TableType| t.index.iter().map(kind_and_name).collect::<Vec<_>>().join(",");
    match ty {
        Type::Record(t) => format!("record {}", t.name().as_deref().unwrap_or("")),
        Type::Enum(t) => format!("enum {}", t.name()),
        Type::Vector(t) => format!("vector of {}", kind_and_name(&t.elem)),
        Type::Table(t) => match &t.yields {
            None => format!("set[{}]", index(t)),
            Some(y) => format!("table[{}] of {}", index(t), kind_and_name(y)),
        },
        t => t.tag_name().to_owned(),
    }
}

fn record_fields(c: &mut Call<'_>) -> Answer {
    match c.arg(0).clone() {
        Value::Record(r) => {
            let ty = r.record_type().clone();
            fields_table(c, &ty, Some(&r))
        }
        Value::Type(t) => match &*t {
            Type::Record(ty) => fields_table(c, ty, None),
            _ => Ok(ordered_table(c, "record_field_table")?.into()),
        },
        Value::String(name) => match c.cx.named_type(&name.to_text()) {
            Some(Type::Record(ty)) => fields_table(c, &ty, None),
            _ => {
                c.report("record_fields string argument does not name a record type");
                Ok(ordered_table(c, "record_field_table")?.into())
            }
        },
        _ => Ok(ordered_table(c, "record_field_table")?.into()),
    }
}

/// Returns the names of a record's fields. Position 0 stays empty.
fn record_type_to_vector(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    let Some(Type::Record(ty)) = c.cx.named_type(&name) else {
        c.error(&format!("record_type_to_vector: '{name}' is not a record type"));
        return c.empty_vector("string_vec");
    };
    let names = ty.fields().iter().map(|f| Some(Value::string(f.name.as_bytes()))).collect::<Vec<_>>();
    let names = std::iter::once(None).chain(names).collect();
    Ok(value::Vector::from_items(c.vector_type("string_vec")?, names).into())
}

/// Returns the enumerator with a full name.
fn enumerator(program: &Program, name: &str) -> Option<Value> {
    program.types.values().find_map(|t| {
        let e = t.as_enum()?;
        Some(Value::enumerator(e.number(name)?, e))
    })
}

fn lookup_id(c: &mut Call<'_>) -> Answer {
    let name = c.str(0)?.to_text().into_owned();
    if let Some(id) = c.cx.global_id(&name) {
        return Ok(c.cx.global(id).unwrap_or_else(|| "<no ID value>".into()));
    }
    let of_enum = program(c).and_then(|p| enumerator(&p, &name));
    if let Some(v) = of_enum {
        return Ok(v);
    }
    let known = c.cx.named_type(&name).is_some();
    Ok(if known { "<no ID value>" } else { "<unknown id>" }.into())
}

/// An entry of `global_ids`.
struct Facts {
    type_name: String,
    exported: bool,
    constant: bool,
    enumerator: bool,
    option: bool,
    redef: bool,
    backend: bool,
    value: Option<Value>,
}

impl Facts {
    fn of(type_name: impl Into<String>) -> Self {
        Facts {
            type_name: type_name.into(),
            exported: false,
            constant: false,
            enumerator: false,
            option: false,
            redef: false,
            backend: false,
            value: None,
        }
    }
}

fn global_ids(c: &mut Call<'_>) -> Answer {
    let table = c.table_of("id_table")?;
    let loading = c.program().loading;
    let Some(program) = program(c).filter(|_| !loading) else {
        c.report("top-level global_ids() call unsupported");
        return Ok(table.into());
    };
    let ty = c.record_type("script_id")?;
    let put = |name: &str, f: Facts| {
        let r = Record::new(ty.clone());
        r.set(0, f.type_name.into());
        let flags = [f.exported, f.constant, f.enumerator, f.option, f.redef, f.backend];
        for (i, flag) in flags.into_iter().enumerate() {
            r.set(i as u32 + 1, flag.into());
        }
        if let Some(v) = f.value {
            r.set(7, v);
        }
        insert(&table, &[name.into()], Some(r.into()))
    };
    let mut modules: BTreeSet<&str> = program.modules.iter().map(|m| &**m).collect();
    modules.insert("GLOBAL");
    for (i, g) in program.globals.iter().enumerate() {
        if let Some((module, _)) = g.name.rsplit_once("::") {
            modules.insert(module);
        }
        let facts = Facts {
            // Globals outside of modules do not count as exported.
            exported: g.exported && g.name.contains("::"),
            constant: matches!(g.kind, GlobalKind::Const),
            option: g.kind == GlobalKind::Option,
            redef: g.attrs.redef,
            backend: is_backed(g),
            value: c.cx.global(i as u32),
            ..Facts::of(g.ty.to_string())
        };
        put(&g.name, facts)?;
    }
    for (name, t) in &program.types {
        put(name, Facts::of(t.to_string()))?;
        if let Some(e) = t.as_enum() {
            for (enumerator, n) in e.values() {
                let facts = Facts {
                    constant: true,
                    enumerator: true,
                    value: Some(Value::enumerator(n, e)),
                    ..Facts::of(t.to_string())
                };
                put(&enumerator, facts)?;
            }
        }
    }
    for module in modules {
        put(&format!("module {module}"), Facts::of("module"))?;
    }
    Ok(table.into())
}

fn global_options(c: &mut Call<'_>) -> Answer {
    let Some(program) = program(c) else { return c.set_of("string_set", Vec::new()) };
    let options = program.globals.iter().filter(|g| g.kind == GlobalKind::Option);
    c.set_of("string_set", options.map(|g| Value::string(g.name.as_bytes())).collect())
}

fn is_backed(g: &Global) -> bool {
    g.attrs.other.iter().any(|(name, _)| &**name == "&backend")
}

fn backed_tables(c: &mut Call<'_>) -> Answer {
    let Some(program) = program(c) else { return c.set_of("string_set", Vec::new()) };
    let backed = program.globals.iter().filter(|g| is_backed(g));
    c.set_of("string_set", backed.map(|g| Value::string(g.name.as_bytes())).collect())
}

fn global_container_footprints(c: &mut Call<'_>) -> Answer {
    let table = c.table_of("var_sizes")?;
    let Some(program) = program(c) else { return Ok(table.into()) };
    for (i, g) in program.globals.iter().enumerate() {
        if let Some(v) = c.cx.global(i as u32).filter(|v| v.ty().is_aggregate()) {
            let size = super::containers::footprint(&v, &mut Vec::new());
            insert(&table, &[Value::string(g.name.as_bytes())], Some(size.into()))?;
        }
    }
    Ok(table.into())
}

fn find_in_zeekpath(c: &mut Call<'_>) -> Answer {
    let path = c.text(0)?;
    if path.starts_with(['.', '/']) {
        c.report("find_in_zeek_path: path must be relative or absolute");
        return Ok("".into());
    }
    let Some(search) = c.program().search.clone() else { return Ok("".into()) };
    let found = search.script(&path, None).and_then(|f| match f.kind {
        FileKind::File => Some(f),
        FileKind::Folder => search.package(&f.path),
    });
    Ok(found.map_or(String::new(), |f| f.path).into())
}

fn is_event_handled(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    let event = c.cx.global_id(&name).filter(|&id| {
        let ty = c.cx.global_type(id);
        ty.is_some_and(|(_, t)| t.as_func().is_some_and(|f| f.flavor == value::Flavor::Event))
    });
    match event {
        Some(id) => Ok(c.cx.has_bodies(id).into()),
        None => {
            c.error(&format!("is_event_handled: '{name}' is not an event"));
            Ok(false.into())
        }
    }
}
