//! Anomalies of packet bytes, under the names that weird.log uses.
use std::fmt;

/// An anomaly of one layer. Scripts and weird.log use its name.
pub trait Anomaly: Copy + fmt::Debug {
    /// The name of the weird: `bad_IP_checksum`.
    fn weird(self) -> &'static str;

    /// The analyzer that reports it (`source` in weird.log); empty if none.
    fn source(self) -> &'static str;

    /// Writes the `addl` field of weird.log; nothing if the anomaly has no details.
    fn addl(self, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// Declares a layer's enum of anomalies: `Variant(fields) => "weird name", "addl with {fields}"`.
#[macro_export]
macro_rules! anomalies {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident from $source:literal {
            $(
                $(#[$vmeta:meta])*
                $variant:ident $( ( $($field:ident : $ty:ty),+ ) )? => $weird:literal $(, $addl:literal)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        $vis enum $name {
            $( $(#[$vmeta])* $variant $( ( $($ty),+ ) )? ),*
        }

        impl $crate::Anomaly for $name {
            fn weird(self) -> &'static str {
                match self { $( Self::$variant $( ( $( $crate::anomalies!(@any $field) ),+ ) )? => $weird ),* }
            }
            fn source(self) -> &'static str {
                $source
            }
            #[allow(unused_variables, reason = "not every anomaly has details")]
            fn addl(self, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
                match self {
                    $( Self::$variant $( ( $($field),+ ) )? => { $( write!(out, $addl)?; )? } ),*
                }
                Ok(())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::Anomaly::weird(*self))
            }
        }

        impl std::error::Error for $name {}
    };
    (@any $field:ident) => { _ };
}
pub(crate) use anomalies;
