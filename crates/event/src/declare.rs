//! The macros that declare events and records.

/// Declares the modules of events, in order, and numbers their events. The first number of a module is the number of
/// events in the modules before it.
macro_rules! modules {
    ($($m:ident),* $(,)?) => {
        $(pub mod $m;)*
        /// The first number of each module.
        #[allow(non_upper_case_globals, reason = "named as the modules are")]
        pub(crate) mod base {
            $crate::declare::bases!(0usize; $($m),*);
        }
        const MODULES: &[&[EventDef]] = &[$($m::EVENTS),*];
        /// The number of events fixed at compile time.
        pub const EVENT_COUNT: usize = base::COUNT;
    };
}

macro_rules! bases {
    ($at:expr;) => { pub(crate) const COUNT: usize = $at; };
    ($at:expr; $m:ident $(, $rest:ident)*) => {
        pub(crate) const $m: usize = $at;
        $crate::declare::bases!($at + super::$m::EVENTS.len(); $($rest),*);
    };
}

/// Declares a module's events. A literal after a type is the parameter's name in scripts:
///
/// ```text
/// events! { in http;
///     /// An entity's type.
///     HttpContentType<'a> = "http_content_type" { c: ConnId, ty: &'a [u8], uri: &'a [u8] = "URI" }
/// }
/// ```
macro_rules! events {
    (in $module:ident; $($(#[$meta:meta])* $name:ident $(<$lt:lifetime>)? = $script:literal {
        $($field:ident : $ty:ty $(= $fname:literal)?),* $(,)?
    })*) => {
        #[allow(clippy::enum_variant_names, reason = "the variants are the names of events")]
        #[repr(u16)]
        enum Number { $($name),* }

        /// This module's events.
        pub(crate) const EVENTS: &[$crate::EventDef] = &[$($crate::EventDef {
            id: $crate::EventId($crate::base::$module as u16 + Number::$name as u16),
            name: $script,
            params: &[$($crate::declare::field_name!($field $(= $fname)?)),*],
        }),*];

        $(
            $(#[$meta])*
            #[doc = concat!("\n\nScripts know it as `", $script, "`.")]
            pub struct $name $(<$lt>)? {
                $(#[doc = concat!("The parameter `", stringify!($field), "`.")] pub $field: $ty),*
            }

            impl $(<$lt>)? $crate::Event for $name $(<$lt>)? {
                fn def(&self) -> &'static $crate::EventDef {
                    &EVENTS[Number::$name as usize]
                }
                #[allow(unused_variables, unused_assignments, unused_mut, reason = "some events have no parameters")]
                fn args(&self, f: &mut dyn FnMut(usize, $crate::Arg<'_>)) {
                    let mut at = 0;
                    $(f(at, $crate::ToArg::arg(&self.$field)); at += 1;)*
                }
            }

            impl $(<$lt>)? $crate::EventType for $name $(<$lt>)? {
                const ID: $crate::EventId = $crate::EventId($crate::base::$module as u16 + Number::$name as u16);
            }
        )*
    };
}

/// Declares records: `Name<'a> = "script_type" { field: Type, … }`. An `Option` field may be unset.
macro_rules! records {
    ($($(#[$meta:meta])* $name:ident $(<$lt:lifetime>)? = $script:literal {
        $($field:ident : $ty:ty $(= $fname:literal)?),* $(,)?
    })*) => {
        $(
            $(#[$meta])*
            #[doc = concat!("\n\nScripts know it as `", $script, "`.")]
            #[derive(Clone, Copy)]
            pub struct $name $(<$lt>)? {
                $(#[doc = concat!("The field `", stringify!($field), "`.")] pub $field: $ty),*
            }

            impl $(<$lt>)? $crate::Record for $name $(<$lt>)? {
                fn shape(&self) -> &'static $crate::Shape {
                    static SHAPE: $crate::Shape = $crate::Shape {
                        name: $script,
                        fields: &[$($crate::declare::field_name!($field $(= $fname)?)),*],
                    };
                    &SHAPE
                }
                #[allow(unused_assignments, reason = "the last position is not read")]
                fn each(&self, f: &mut dyn FnMut(usize, $crate::Arg<'_>)) {
                    let mut at = 0;
                    $(f(at, $crate::ToArg::arg(&self.$field)); at += 1;)*
                }
                fn numbers(&self, to: &mut Vec<u64>) -> bool {
                    to.clear();
                    $(match $crate::ToArg::arg(&self.$field) {
                        $crate::Arg::Count(n) => to.push(n),
                        $crate::Arg::Bool(b) => to.push(b.into()),
                        _ => return false,
                    })*
                    true
                }
            }
        )*
    };
}

/// A field's name in scripts: the literal, if the Rust name differs from it, else the Rust name.
macro_rules! field_name {
    ($field:ident = $fname:literal) => {
        $fname
    };
    ($field:ident) => {
        stringify!($field)
    };
}

pub(crate) use {bases, events, field_name, modules, records};
