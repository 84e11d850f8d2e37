//! The documentation comments of scripts.
use crate::call::{Call, Stop, family};
use script_docs::Docs;
use std::rc::Rc;

family! {
    "get_identifier_comments" => |c| {
        let (docs, name) = asked(c)?;
        Ok(docs.identifier(&name).map(|id| id.comment.join("\n")).unwrap_or_default().into())
    },
    "get_identifier_declaring_script" => |c| {
        let (docs, name) = asked(c)?;
        Ok(docs.identifier(&name).map(|id| docs.script_name(id.script).to_owned()).unwrap_or_default().into())
    },
    "get_record_field_comments" => |c| {
        let (docs, name) = asked(c)?;
        Ok(docs.field(&name).map(|f| f.comment.join("\n")).unwrap_or_default().into())
    },
    "get_record_field_declaring_script" => |c| {
        let (docs, name) = asked(c)?;
        Ok(docs.field(&name).map(|f| docs.script_name(f.script).to_owned()).unwrap_or_default().into())
    },
    "get_script_comments" => |c| {
        let (docs, name) = asked(c)?;
        Ok(docs.script(&name).map(|s| s.comment.join("\n")).unwrap_or_default().into())
    },
    "get_package_readme" => |c| {
        let (docs, name) = asked(c)?;
        let program = c.program();
        Ok(docs.package_readme(&name, &|path| program.text_beside_scripts(path)).into())
    },
}

/// Returns the documentation of the run's scripts, and the name that the call queries.
fn asked(c: &mut Call<'_>) -> Result<(Rc<Docs>, String), Stop> {
    let name = c.text(0)?;
    Ok((c.program().docs(), name))
}
