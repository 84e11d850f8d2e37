//! Logs of JSON, an object a line: their columns in the order of the line.
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The names and values of a row, in order.
pub(crate) struct Row(pub(crate) Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Ordered;
        impl<'de> Visitor<'de> for Ordered {
            type Value = Row;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut row = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    row.push(pair);
                }
                Ok(Row(row))
            }
        }
        from.deserialize_map(Ordered)
    }
}

impl Row {
    /// The row of a line; `None` if the line is no object.
    pub(crate) fn of(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }

    /// The cell of a column, as a log of columns has it; `None` if it is unset.
    pub(crate) fn cell(&self, column: &[u8]) -> Option<String> {
        self.0.iter().find(|(name, _)| name.as_bytes() == column).and_then(|(_, v)| text(v))
    }
}

/// A value as a log of columns has it.
fn text(v: &Value) -> Option<String> {
    Some(match v {
        Value::Null => return None,
        Value::String(s) => s.clone(),
        Value::Bool(true) => "T".to_owned(),
        Value::Bool(false) => "F".to_owned(),
        Value::Array(items) if items.is_empty() => "(empty)".to_owned(),
        Value::Array(items) => {
            items.iter().map(|i| text(i).unwrap_or_else(|| "-".to_owned())).collect::<Vec<_>>().join(",")
        }
        Value::Number(_) | Value::Object(_) => v.to_string(),
    })
}

/// Whether a line is a row of JSON.
pub(crate) fn is_row(line: &[u8]) -> bool {
    line.first() == Some(&b'{') && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}
