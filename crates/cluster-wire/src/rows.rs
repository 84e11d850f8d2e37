//! The format `zeek-bin-serializer`: batches of log rows of one stream, filter and path.
//!
//! A batch names its fields once; each value repeats its type, which is compared with that of its field. A receiver
//! reads the rows one by one ([`Rows::next_row`]) and borrows their texts.
mod read;
mod write;

pub use read::{Batch, Rows};
pub use write::Writer;

use net_types::{Addr, Port, Subnet};

/// The name of this format in messages.
pub const NAME: &str = "zeek-bin-serializer";

macro_rules! field_types {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal;)*) => {
        /// Types of fields, and of the elements of sets and vectors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum FieldType {
            $($(#[$doc])* $name = $number,)*
        }

        impl FieldType {
            /// Returns the type's name in scripts.
            pub fn name(self) -> &'static str {
                match self {
                    $(FieldType::$name => $text,)*
                }
            }

            /// Returns the type with this number on the wire.
            pub fn numbered(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(FieldType::$name),)*
                    _ => None,
                }
            }
        }
    };
}

field_types! {
    /// No type: the subtype of a field without elements.
    Void = 0, "void";
    /// True or false.
    Bool = 1, "bool";
    /// A signed number.
    Int = 2, "int";
    /// An unsigned number.
    Count = 3, "count";
    /// A floating-point number.
    Double = 4, "double";
    /// Seconds since the epoch.
    Time = 5, "time";
    /// Seconds.
    Interval = 6, "interval";
    /// Any bytes.
    String = 7, "string";
    /// An enumerator, by name.
    Enum = 9, "enum";
    /// A port with its transport.
    Port = 10, "port";
    /// An address.
    Addr = 11, "addr";
    /// A network.
    Subnet = 12, "subnet";
    /// A set of one index.
    Set = 14, "set";
    /// A function, by name.
    Func = 17, "func";
    /// A file, by name.
    File = 18, "file";
    /// Values in order.
    Vector = 19, "vector";
}

/// A field of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The field's name in the log.
    pub name: &'a [u8],
    /// A second name, which input readers use.
    pub second_name: Option<&'a [u8]>,
    /// Its type.
    pub kind: FieldType,
    /// The type of its elements; [`FieldType::Void`] for other types.
    pub subtype: FieldType,
    /// Whether rows may leave it unset.
    pub optional: bool,
}

/// The head of a batch, which applies to all its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The name of the stream, such as `Module::LOG`.
    pub stream: &'a [u8],
    /// The name of the writer, such as `Log::WRITER_ASCII`.
    pub writer: &'a [u8],
    /// The filter's name.
    pub filter: &'a [u8],
    /// The log's path.
    pub path: &'a [u8],
    /// The fields of each row.
    pub fields: Vec<Field<'a>>,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// An unset field.
    Unset,
    /// `bool`; any number except 0 is true
    Bool(bool),
    /// `int`
    Int(i64),
    /// `count`
    Count(u64),
    /// `double`, or `time` and `interval` in seconds
    Real(f64),
    /// `string`, or the name of an enumerator, function or file
    Text(&'a [u8]),
    /// `port`
    Port(Port),
    /// `addr`
    Addr(Addr),
    /// `subnet`
    Subnet(Subnet),
    /// The elements of a set or a vector.
    Elements(Vec<Value<'a>>),
}
