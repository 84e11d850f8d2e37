//! Decodes values and messages from JSON.
use super::{Message, Refusal, time};
use crate::data::{Data, repeats};
use crate::{Event, Limits};
use net_types::Port;
use serde_json::Value;
use std::borrow::Cow;

/// Decodes a value.
///
/// # Errors
/// If the text is not JSON, not a value, or exceeds `limits`.
pub fn decode(text: &[u8], limits: &Limits) -> Result<Data<'static>, Refusal> {
    let json = serde_json::from_slice(text).map_err(|_| Refusal::NoObject)?;
    Reading { left: limits.values, limits }.value(json, 0).ok_or(Refusal::NoObject)
}

/// Decodes a client's subscriptions, which are topic prefixes. The list may be empty.
///
/// # Errors
/// If the text is not an array of strings.
pub fn decode_subscriptions(text: &[u8]) -> Result<Vec<String>, Refusal> {
    match serde_json::from_slice(text) {
        Ok(Value::Array(all)) => {
            let string =
                |v| if let Value::String(s) = v { Ok(s) } else { Err(Refusal::SubscriptionNoString) };
            all.into_iter().map(string).collect()
        }
        _ => Err(Refusal::SubscriptionsNoArray),
    }
}

/// Decodes an event from a client.
///
/// # Errors
/// If the text is not a JSON object, has no topic, or its value is not an event.
pub fn decode_message(text: &[u8], limits: &Limits) -> Result<Message<'static>, Refusal> {
    let Ok(Value::Object(mut members)) = serde_json::from_slice(text) else { return Err(Refusal::NoObject) };
    let Some(Value::String(topic)) = members.remove("topic") else { return Err(Refusal::NoTopic) };
    let mut reading = Reading { left: limits.values, limits };
    let data = reading.value(Value::Object(members), 0).ok_or(Refusal::NoObject)?;
    let event = Event::from_data(data).map_err(|_| Refusal::NoEvent)?;
    Ok(Message { topic: Cow::Owned(topic), event })
}

struct Reading<'l> {
    left: u32,
    limits: &'l Limits,
}

impl Reading<'_> {
    /// Decodes an object with `@data-type` and `data`. Other members are ignored.
    fn value(&mut self, json: Value, depth: u16) -> Option<Data<'static>> {
        self.left = self.left.checked_sub(1)?;
        let Value::Object(mut members) = json else { return None };
        let content = members.remove("data");
        let kind = members.get("@data-type")?.as_str()?;
        if kind == "none" {
            return Some(Data::None);
        }
        let content = content?;
        let data = match kind {
            "boolean" => Data::Bool(content.as_bool()?),
            "count" => Data::Count(content.as_u64()?),
            "integer" => Data::Int(content.as_i64()?),
            "real" => Data::Real(content.as_f64()?),
            "set" => Data::Set(self.all(content, depth, Self::value).filter(|v| !repeats(v, |v| v))?),
            "vector" => Data::List(self.all(content, depth, Self::value)?),
            "table" => Data::Table(self.all(content, depth, Self::pair).filter(|v| !repeats(v, |v| &v.0))?),
            _ => {
                let Value::String(text) = content else { return None };
                textual(kind, text)?
            }
        };
        Some(data)
    }

    fn pair(&mut self, json: Value, depth: u16) -> Option<(Data<'static>, Data<'static>)> {
        let Value::Object(mut members) = json else { return None };
        let (key, value) = (members.remove("key")?, members.remove("value")?);
        Some((self.value(key, depth)?, self.value(value, depth)?))
    }

    fn all<T>(
        &mut self,
        json: Value,
        depth: u16,
        mut one: impl FnMut(&mut Self, Value, u16) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::Array(values) = json else { return None };
        if depth == self.limits.depth {
            return None;
        }
        values.into_iter().map(|v| one(self, v, depth + 1)).collect()
    }
}

/// Decodes a value whose `data` is a string.
fn textual(kind: &str, text: String) -> Option<Data<'static>> {
    let data = match kind {
        "string" => Data::String(Cow::Owned(text.into_bytes())),
        "enum-value" => Data::Enum(Cow::Owned(text.into_bytes())),
        "address" => Data::Addr(text.parse().ok()?),
        "subnet" => Data::Subnet(text.parse().ok()?),
        "port" => Data::Port(port(&text)?),
        "timestamp" => Data::Time(time::timestamp(&text)?),
        "timespan" => Data::Interval(time::interval(&text)?),
        _ => return None,
    };
    Some(data)
}

fn port(text: &str) -> Option<Port> {
    match text.strip_suffix("/?") {
        Some(num) => Some(Port { proto: net_types::TransportProto::Unknown, num: num.parse().ok()? }),
        None => text.parse().ok(),
    }
}
