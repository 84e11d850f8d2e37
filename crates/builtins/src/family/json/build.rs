//! Converts JSON to values of a type that the script requests.
use super::is_string_type;
use super::parse::{Json, parse};
use crate::call::insert;
use crate::call::{Answer, Call};
use crate::slices::split_once;
use net_types::{Port, TransportProto};
use std::rc::Rc;
use value::{Func, Pattern, RecordType, Table, TableMeta, TableType, Type, Value, Vector};

pub(super) fn from_json(c: &mut Call<'_>) -> Answer {
    let (text, key_func) = (c.str(0)?, c.arg(2).as_func().cloned());
    let result = c.new_record("from_json_result")?;
    let Value::Type(ty) = c.arg(1).clone() else {
        result.set_named("valid", false);
        c.error("from_json() requires a type argument");
        return Ok(result.into());
    };
    let key_func = key_func.filter(|f| &*f.name != "from_json_default_key_mapper");
    match built(&mut Builder { c, key_func }, &text, &ty) {
        Ok(v) => {
            if let Some(v) = v {
                result.set_named("v", v);
            }
            result.set_named("valid", true);
        }
        Err(message) => {
            result.set_named("valid", false);
            result.set_named("err", message);
        }
    }
    Ok(result.into())
}

/// Parses JSON text as a value of a type.
pub(in super::super) fn value_of(c: &mut Call<'_>, text: &[u8], ty: &Type) -> Built {
    built(&mut Builder { c, key_func: None }, text, ty)
}

fn built(b: &mut Builder<'_, '_>, text: &[u8], ty: &Type) -> Built {
    match parse(text) {
        Ok(json) => b.value(&json, ty),
        Err(f) => Err(format!("JSON parse error: {} Offset: {}", f.what, f.at)),
    }
}

struct Builder<'a, 'c> {
    c: &'a mut Call<'c>,
    /// Converts names in the text to names of fields.
    key_func: Option<Rc<Func>>,
}

/// A value, `None` for `null`, or an error message.
type Built = Result<Option<Value>, String>;

fn mismatch(json: &Json, ty: &Type) -> Built {
    Err(format!("cannot convert JSON type '{}' to Zeek type '{}'", json.kind(), ty.tag_name()))
}

impl Builder<'_, '_> {
    fn value(&mut self, json: &Json, ty: &Type) -> Built {
        let v = match (ty, json) {
            (_, Json::Null) => return Ok(None),
            (Type::Bool, Json::Bool(b)) => (*b).into(),
            (Type::Int, Json::Number(n)) => match n.parse::<i64>() {
                Ok(n) => n.into(),
                Err(_) => return mismatch(json, ty),
            },
            (Type::Count, Json::Number(n)) => match n.parse::<u64>() {
                Ok(n) => n.into(),
                Err(_) => return mismatch(json, ty),
            },
            (Type::Time, Json::Number(n)) => Value::Time(number(n)),
            (Type::Double, Json::Number(n)) => Value::Double(number(n)),
            (Type::Interval, Json::Number(n)) => Value::Interval(number(n)),
            (Type::Interval, Json::String(s)) => Value::Interval(interval(s)?),
            (Type::Port, _) => port(json)?.into(),
            (Type::Pattern, Json::String(s)) => self.pattern(s)?,
            (Type::Addr, Json::String(s)) => match super::super::addresses::parse_addr(bare(s)) {
                Some(a) => a.into(),
                None => return Err(format!("invalid value for addr: '{}'", String::from_utf8_lossy(s))),
            },
            (Type::Subnet, Json::String(s)) => match subnet(s) {
                Some(n) => n.into(),
                None => return Err(format!("invalid value for subnet: '{}'", String::from_utf8_lossy(s))),
            },
            (Type::Enum(e), Json::String(s)) => {
                let name = String::from_utf8_lossy(s);
                match e.number(&name) {
                    Some(n) => Value::enumerator(n, e),
                    None => return Err(format!("'{name}' is not a valid enum for '{}'.", e.name())),
                }
            }
            (Type::String, Json::String(s)) => Value::string(s),
            (Type::Table(t), Json::Array(items)) if t.yields.is_none() => self.set(t, items)?,
            (Type::Table(t), Json::Object(members)) if t.yields.is_some() => self.table(t, members)?,
            (Type::Record(r), Json::Object(members)) => self.record(r, json, members)?,
            (Type::Vector(v), Json::Array(items)) => {
                let elem = v.elem.clone();
                let mut values = Vec::new();
                for item in items {
                    values.extend(self.value(item, &elem)?);
                }
                Vector::from_values(v.clone(), values).into()
            }
            (
                Type::Bool
                | Type::Int
                | Type::Count
                | Type::Time
                | Type::Double
                | Type::Interval
                | Type::Pattern
                | Type::Addr
                | Type::Subnet
                | Type::Enum(_)
                | Type::String
                | Type::Table(_)
                | Type::Record(_)
                | Type::Vector(_),
                _,
            ) => return mismatch(json, ty),
            _ => return Err(format!("type '{}' unsupported", ty.tag_name())),
        };
        Ok(Some(v))
    }

    fn pattern(&mut self, s: &[u8]) -> Result<Value, String> {
        let s =
            s.strip_prefix(b"/").and_then(|s| s.strip_suffix(b"/")).filter(|s| !s.is_empty()).unwrap_or(s);
        let s = s
            .strip_prefix(b"^?(")
            .and_then(|s| s.strip_suffix(b")$?"))
            .filter(|s| !s.is_empty())
            .unwrap_or(s);
        match Pattern::new(s, false, false) {
            Ok(p) => Ok(Value::Pattern(p.into())),
            Err(_) => {
                self.c
                    .report(&format!("error compiling pattern /^?(.|\\n)*({})/", String::from_utf8_lossy(s)));
                Err("error compiling pattern".into())
            }
        }
    }

    /// Converts the parts of an index; `None` if one of them is `null`.
    fn index(&mut self, json: &Json, types: &[Type]) -> Result<Option<Vec<Value>>, String> {
        if let [one] = types {
            return Ok(self.value(json, one)?.map(|v| vec![v]));
        }
        let Json::Array(items) = json else {
            return Err(format!("cannot convert JSON type '{}' to Zeek type 'list'", json.kind()));
        };
        if items.len() < types.len() {
            return Err("index type doesn't match".into());
        }
        let mut parts = Vec::new();
        for (item, ty) in items.iter().zip(types) {
            match self.value(item, ty)? {
                Some(v) => parts.push(v),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    fn set(&mut self, ty: &Rc<TableType>, items: &[Json]) -> Result<Value, String> {
        let set = Table::new(Rc::new(TableMeta::new(ty.clone(), None)));
        for item in items {
            if let Some(index) = self.index(item, &ty.index)? {
                insert(&set, &index, None).map_err(|_| "index type doesn't match".to_owned())?;
            }
        }
        Ok(set.into())
    }

    fn table(&mut self, ty: &Rc<TableType>, members: &[(Vec<u8>, Json)]) -> Result<Value, String> {
        let table = Table::new(Rc::new(TableMeta::new(ty.clone(), None)));
        let yields = ty.yields.clone().unwrap_or(Type::Error);
        for (name, value) in members {
            let key = match &ty.index[..] {
                [one] if is_string_type(one) => Json::String(name.clone()),
                // Other indices are written as JSON inside the name.
                _ => parse(name).unwrap_or(Json::Null),
            };
            let Some(index) = self.index(&key, &ty.index)? else { continue };
            if let Some(v) = self.value(value, &yields)? {
                insert(&table, &index, Some(v)).map_err(|_| "index type doesn't match".to_owned())?;
            }
        }
        Ok(table.into())
    }

    fn record(
        &mut self,
        ty: &Rc<RecordType>,
        json: &Json,
        members: &[(Vec<u8>, Json)],
    ) -> Result<Value, String> {
        let mut renamed = Vec::new();
        if let Some(f) = self.key_func.clone() {
            for (name, value) in members {
                match self.c.invoke(&f, &[Value::string(name)]) {
                    Ok(Some(Value::String(s))) => renamed.push((s.to_vec(), value.clone())),
                    _ => return Err("key function error".into()),
                }
            }
            // If two names map to one field, the later one wins.
            renamed.reverse();
        }
        let renamed = Json::Object(renamed);
        let source = if self.key_func.is_some() { &renamed } else { json };
        let record = self.c.cx.record(ty).map_err(|e| e.to_string())?;
        for (i, field) in ty.fields().iter().enumerate() {
            match source.member(field.name.as_bytes()) {
                None | Some(Json::Null) => {
                    if !field.attrs.optional && field.attrs.default.is_none() && field.attrs.table.is_none() {
                        let state =
                            if source.member(field.name.as_bytes()).is_some() { "null" } else { "missing" };
                        let record = ty.name().unwrap_or_else(|| "".into());
                        return Err(format!("required field {record}${} is {state} in JSON", field.name));
                    }
                }
                Some(value) => {
                    if let Some(v) = self.value(value, &field.ty)? {
                        record.set(i as u32, v);
                    }
                }
            }
        }
        Ok(record.into())
    }
}

/// Returns the value of a number that the parser accepted.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// Parses an interval such as `1.5 hrs 3 mins`, in seconds.
fn interval(s: &[u8]) -> Result<f64, String> {
    let text = String::from_utf8_lossy(s);
    let parts: Vec<&str> = text.split(' ').filter(|p| !p.is_empty()).collect();
    let (pairs, []) = parts.as_chunks::<2>() else {
        return Err("wrong interval format, must be pairs of values with units".into());
    };
    let mut seconds = 0.0;
    for [value, unit] in pairs {
        let unit = match unit.strip_suffix('s').unwrap_or(unit) {
            "day" => 86400.0,
            "hr" => 3600.0,
            "min" => 60.0,
            "sec" => 1.0,
            "msec" => 1e-3,
            "usec" => 1e-6,
            _ => return Err(format!("wrong interval format, invalid unit type {unit}")),
        };
        let n: f64 =
            value.parse().map_err(|_| "wrong interval format, must be pairs of values with units")?;
        seconds += n * unit;
    }
    Ok(seconds)
}

fn protocol(name: &[u8]) -> Option<TransportProto> {
    Some(match name {
        b"tcp" => TransportProto::Tcp,
        b"udp" => TransportProto::Udp,
        b"icmp" => TransportProto::Icmp,
        b"unknown" => TransportProto::Unknown,
        _ => return None,
    })
}

fn port(json: &Json) -> Result<Port, String> {
    match json {
        Json::String(s) => {
            let parsed = split_once(s, b'/').and_then(|(num, proto)| {
                let num = std::str::from_utf8(num).ok()?.parse().ok()?;
                Some(Port { num, proto: protocol(proto)? })
            });
            parsed.ok_or_else(|| {
                "wrong port format, string must be /[0-9]{1,5}\\/(tcp|udp|icmp|unknown)/".into()
            })
        }
        Json::Object(_) => {
            let (Some(num), Some(proto)) = (json.member(b"port"), json.member(b"proto")) else {
                return Err("wrong port format, object must have 'port' and 'proto' members".into());
            };
            let Json::Number(num) = num else {
                return Err("wrong port format, port must be a number".into());
            };
            let Json::String(proto) = proto else {
                return Err("wrong port format, protocol must be a string".into());
            };
            let proto = protocol(proto).ok_or("wrong port format, invalid protocol string")?;
            let num = num.parse().map_err(|_| "wrong port format, port must be a number")?;
            Ok(Port { num, proto })
        }
        _ => Err("wrong port format, must be string or object".into()),
    }
}

/// Removes the brackets of an IPv6 address.
fn bare(s: &[u8]) -> &[u8] {
    let s = s.strip_prefix(b"[").unwrap_or(s);
    s.strip_suffix(b"]").unwrap_or(s)
}

/// Parses `[ADDR]/LEN`, `ADDR/LEN` or `[ADDR/LEN]`.
fn subnet(s: &[u8]) -> Option<net_types::Subnet> {
    let (prefix, len) = split_once(s, b'/')?;
    let digits: Vec<u8> = len.iter().copied().take_while(u8::is_ascii_digit).collect();
    let len = std::str::from_utf8(&digits).ok()?.parse().ok()?;
    net_types::Subnet::new(super::super::addresses::parse_addr(bare(prefix))?, len)
}
