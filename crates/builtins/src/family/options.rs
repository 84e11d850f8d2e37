//! Options: globals that can change at run time. Change handlers see each new value first and may replace it.
use crate::call::{Answer, Call, family};
use script_sema::tree::GlobalKind;
use std::rc::Rc;
use value::{Flavor, Func, Table, Type, Value, Vector};

family! {
    "Option::set" => set,
    "Option::set_change_handler" => set_change_handler,
    "Option::any_set_to_any_vec" => any_set_to_any_vec,
}

/// Finds an option by its name. Reports an error if there is no such option.
fn option(c: &mut Call<'_>, name: &str, wants_value: bool) -> Option<(u32, Type)> {
    let Some(id) = c.cx.global_id(name) else {
        c.error(&format!("Could not find ID named '{name}'"));
        return None;
    };
    if wants_value && c.cx.global(id).is_none() {
        c.error(&format!("ID '{name}' has no value"));
        return None;
    }
    let kind = c.program().tree.as_ref().and_then(|p| Some(p.globals.get(id as usize)?.kind));
    if kind != Some(GlobalKind::Option) {
        c.error(&format!("ID '{name}' is not an option"));
        return None;
    }
    let (_, ty) = c.cx.global_type(id)?;
    Some((id, ty))
}

fn set(c: &mut Call<'_>) -> Answer {
    let (name, mut value, location) = (c.text(0)?, c.arg(1).clone(), c.arg(2).clone());
    let Some((id, ty)) = option(c, &name, true) else { return Ok(false.into()) };
    if let Some(received) = received(&value, &ty) {
        value = received;
    }
    let given = value.ty();
    if !given.same(&ty) {
        let untyped = given.as_table().is_some_and(|t| t.index.is_empty());
        match c.cx.global(id) {
            // `{}` and `set()` have no type of their own and get the option's.
            Some(Value::Table(old)) if untyped => value = Table::new(old.meta()).into(),
            _ => {
                let (got, need) = (given.tag_name(), ty.tag_name());
                c.error(&format!("Incompatible type for set of ID '{name}': got '{got}', need '{need}'"));
                return Ok(false.into());
            }
        }
    }
    // At the end of a run, handlers may use state that is already gone.
    if c.state().terminating {
        return Ok(false.into());
    }
    for (_, handler) in c.program().option_handlers.get(&id).cloned().unwrap_or_default() {
        let mut args = vec![Value::string(&name), value];
        if handler.ty.params.len() == 3 {
            args.push(location.clone());
        }
        match c.invoke(&handler, &args)? {
            Some(v) => value = v,
            None => return Ok(false.into()),
        }
    }
    let own = value.deep_copy().unwrap_or(value);
    c.cx.set_global(id, own);
    Ok(true.into())
}

/// Converts a value from another node. Only the option knows its type.
fn received(value: &Value, ty: &Type) -> Option<Value> {
    let record = value.as_record().filter(|r| r.record_type().name().as_deref() == Some("Broker::Data"))?;
    match record.get(0)? {
        Value::Opaque(data) => data.stands_for(ty),
        _ => None,
    }
}

fn set_change_handler(c: &mut Call<'_>) -> Answer {
    let (name, priority) = (c.text(0)?, c.int(2)?);
    let Some((id, ty)) = option(c, &name, false) else { return Ok(false.into()) };
    let handler = match c.arg(1).clone() {
        Value::Func(f) => f,
        other => {
            let got = other.ty().tag_name();
            c.error(&format!("Option::on_change needs function argument; got '{got}' for ID '{name}'"));
            return Ok(false.into());
        }
    };
    if let Some(fault) = unfit(&handler, &ty, &name) {
        c.error(&fault);
        return Ok(false.into());
    }
    let handlers = c.program().option_handlers.entry(id).or_default();
    let at = handlers.partition_point(|(p, _)| *p >= priority);
    handlers.insert(at, (priority, handler));
    Ok(true.into())
}

/// Returns why a function cannot be a change handler of an option.
fn unfit(handler: &Rc<Func>, ty: &Type, name: &str) -> Option<String> {
    if handler.ty.flavor != Flavor::Function {
        return Some("Option::on_change needs function argument; not hook or event".to_owned());
    }
    let params: Vec<&Type> = handler.ty.params.iter().map(|p| &p.ty).collect();
    let need = ty.tag_name();
    match params[..] {
        [first, ..] if (2..=3).contains(&params.len()) && !matches!(first, Type::String) => Some(format!(
            "First argument of passed function has to be string in Option::on_change for ID '{name}'; got '{}'",
            first.tag_name()
        )),
        [_, second] | [_, second, _] if !second.same(ty) => Some(format!(
            "Second argument of passed function has to be {need} in Option::on_change for ID '{name}'; got '{}'",
            second.tag_name()
        )),
        [_, _, third] if !matches!(third, Type::String) => Some(format!(
            "Third argument of passed function has to be string in Option::on_change for ID '{name}'; got '{}'",
            third.tag_name()
        )),
        [_, _] | [_, _, _] if !handler.ty.result.same(ty) => Some(format!(
            "Passed function needs to return type '{need}' for ID '{name}'; got '{}'",
            handler.ty.result.tag_name()
        )),
        [_, _] | [_, _, _] => None,
        _ => Some(format!(
            "Wrong number of arguments for passed function in Option::on_change for ID '{name}'; expected 2 or 3, got {}",
            params.len()
        )),
    }
}

fn any_set_to_any_vec(c: &mut Call<'_>) -> Answer {
    let ty = c.vector_type("any_vec")?;
    let Some(set) = c.arg(0).as_table().filter(|t| t.table_type().yields.is_none()).cloned() else {
        c.error("argument is not a set");
        return c.empty_vector("any_vec");
    };
    let items = set.entries().into_iter().map(|(index, _)| match <[Value; 1]>::try_from(index) {
        Ok([one]) => one,
        Err(parts) => Value::List(Rc::new(parts)),
    });
    Ok(Vector::from_values(ty, items.collect()).into())
}
