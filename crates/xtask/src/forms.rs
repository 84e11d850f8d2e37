//! The Rust form of a script type: the usual one and the alternatives.
use crate::declarations::{Declarations, Field, Type};
use anyhow::{Result, bail};
use script_syntax::tree::BasicType;

/// Returns a record's Rust type by its full name in scripts.
pub(crate) type RecordNames<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Returns the usual form of a field.
pub(crate) fn usual(field: &Field, all: &Declarations, records: RecordNames<'_>) -> Result<String> {
    let form = of(&field.ty, all, records)?;
    Ok(if field.optional { format!("Option<{form}>") } else { form })
}

/// Returns the usual form of a type.
fn of(ty: &Type, all: &Declarations, records: RecordNames<'_>) -> Result<String> {
    Ok(match ty {
        Type::Basic(basic) => basic_form(*basic)?.to_owned(),
        Type::Vector(of_what) | Type::Set(of_what) => format!("ListOf<'a, {}>", of(of_what, all, records)?),
        Type::Table(key, value) => {
            format!("TableOf<'a, {}, {}>", of(key, all, records)?, of(value, all, records)?)
        }
        Type::Opaque(name) if name == "x509" => "CertificateDer<'a>".to_owned(),
        Type::Name(name, _) if name == "connection" => "ConnId".to_owned(),
        Type::Name(name, _) if name == "fa_file" => "FileId".to_owned(),
        Type::Name(name, module) => match all.find(name, module) {
            Some((_, named)) if named.ty == Type::Enum => "EnumName".to_owned(),
            Some((full, named)) => match &named.ty {
                Type::Record(_) => match records(&full) {
                    Some(rust) => rust,
                    None => bail!("the record {full} is in no module of events: add it to `records`"),
                },
                alias => of(alias, all, records)?,
            },
            None => bail!("no type is called {name}"),
        },
        Type::Enum => "EnumName".to_owned(),
        Type::Opaque(_) | Type::Record(_) | Type::Other => bail!("this type has no form in Rust"),
    })
}

fn basic_form(basic: BasicType) -> Result<&'static str> {
    Ok(match basic {
        BasicType::Bool => "bool",
        BasicType::Int => "i64",
        BasicType::Count => "u64",
        BasicType::Double => "f64",
        BasicType::Time => "Timestamp",
        BasicType::Interval => "Interval",
        BasicType::String => "&'a [u8]",
        BasicType::Addr => "Addr",
        BasicType::Subnet => "Subnet",
        BasicType::Port => "Port",
        BasicType::Any => "Arg<'a>",
        BasicType::Pattern => bail!("a pattern has no form in Rust"),
    })
}

/// Returns the part of `form` between `open` and the last `>`.
fn inside<'f>(form: &'f str, open: &str) -> Option<&'f str> {
    form.strip_prefix(open)?.strip_suffix('>').map(str::trim)
}

/// Checks that a form other than the usual one is valid for a type. `fields` returns the fields of a record by its name
/// in Rust.
pub(crate) fn check(
    ty: &Type,
    form: &str,
    all: &Declarations,
    records: RecordNames<'_>,
    fields: &dyn Fn(&str) -> Option<Vec<Field>>,
) -> Result<()> {
    let form = inside(form, "Option<").unwrap_or(form);
    let fits = match ty {
        Type::Basic(BasicType::String) => ["&'a [u8]", "&'a str"].contains(&form),
        Type::Basic(BasicType::Time) => ["Timestamp", "Moment", "f64"].contains(&form),
        Type::Basic(BasicType::Interval) => ["Interval", "f64"].contains(&form),
        Type::Basic(basic) => basic_form(*basic)? == form,
        Type::Vector(of_what) | Type::Set(of_what) => match inside(form, "ListOf<'a,") {
            Some(item) => return check(of_what, item, all, records, fields),
            None => ["&'a dyn List", "Arg<'a>"].contains(&form),
        },
        Type::Table(..) => {
            ["&'a dyn Pairs", "Arg<'a>"].contains(&form) || of(ty, all, records).is_ok_and(|f| f == form)
        }
        Type::Name(name, module) => match all.find(name, module) {
            Some((full, named)) => match &named.ty {
                Type::Enum => form == "EnumName",
                Type::Record(declared) => {
                    let other = fields(form.trim_end_matches("<'a>"));
                    form == "Arg<'a>"
                        || records(&full).is_some_and(|f| f == form)
                        || other.is_some_and(|other| same_fields(declared, &other))
                }
                alias => return check(alias, form, all, records, fields),
            },
            None => false,
        },
        Type::Enum => form == "EnumName",
        Type::Opaque(_) | Type::Record(_) | Type::Other => false,
    };
    if !fits {
        bail!("`{form}` cannot stand for it");
    }
    Ok(())
}

/// Whether two records have the same fields.
fn same_fields(a: &[Field], b: &[Field]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| (&a.name, a.optional) == (&b.name, b.optional) && alike(&a.ty, &b.ty))
}

/// Whether two types are written alike, whatever their modules.
fn alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Name(a, _), Type::Name(b, _)) => a == b,
        (Type::Vector(a), Type::Vector(b)) | (Type::Set(a), Type::Set(b)) => alike(a, b),
        _ => a == b,
    }
}
