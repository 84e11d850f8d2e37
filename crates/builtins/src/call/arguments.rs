//! The arguments of a call, by type.
use super::{Call, Stop};
use net_types::{Addr, Port, Subnet};
use std::rc::Rc;
use value::{Opaque, Pattern, Record, Str, Table, Value, Vector};

/// Defines an accessor for arguments of one type.
macro_rules! argument {
    ($(#[$doc:meta])* $name:ident -> $ty:ty, $v:ident => $take:expr) => {
        $(#[$doc])*
        pub(crate) fn $name(&self, at: usize) -> Result<$ty, Stop> {
            let $v = self.args.get(at).ok_or(Stop::Argument(at))?;
            $take.ok_or(Stop::Argument(at))
        }
    };
}

impl<'a> Call<'a> {
    /// The number of arguments.
    pub(crate) fn len(&self) -> usize {
        self.args.len()
    }

    /// Returns an argument.
    ///
    /// # Panics
    /// If there are fewer arguments. Declared arguments always exist; check [`Call::len`] before reading others.
    #[expect(clippy::indexing_slicing, reason = "the checker counts declared arguments")]
    pub(crate) fn arg(&self, at: usize) -> &'a Value {
        &self.args[at]
    }

    /// Returns the arguments from number `at` on; none if there are fewer.
    pub(crate) fn args_from(&self, at: usize) -> &'a [Value] {
        self.args.get(at..).unwrap_or_default()
    }

    argument!(
        /// A `string`.
        str -> Str, v => v.as_string().cloned());
    argument!(
        /// A `count`.
        count -> u64, v => v.as_count());
    argument!(
        /// An `int`.
        int -> i64, v => v.as_int());
    argument!(
        /// A `double`, `time` or `interval`.
        double -> f64, v => v.as_double());
    argument!(
        /// A `bool`.
        flag -> bool, v => v.as_bool());
    argument!(
        /// An `addr`.
        addr -> Addr, v => v.as_addr());
    argument!(
        /// A `subnet`.
        subnet -> Subnet, v => v.as_subnet());
    argument!(
        /// A `port`.
        port -> Port, v => v.as_port());
    argument!(
        /// A `pattern`.
        pattern -> Rc<Pattern>, v => v.as_pattern().cloned());
    argument!(
        /// A `record`.
        record -> Record, v => v.as_record().cloned());
    argument!(
        /// A `vector`.
        vector -> Vector, v => v.as_vector().cloned());
    argument!(
        /// A `table` or `set`.
        table -> Table, v => v.as_table().cloned());
    argument!(
        /// An `opaque`.
        opaque -> Opaque, v => v.as_opaque().cloned());
    argument!(
        /// A `file`.
        file -> Rc<value::File>, v => v.as_file().cloned());

    /// Returns a string without NUL bytes. If the argument contains one, reports an error and returns
    /// `<string-with-NUL>`.
    pub(crate) fn c_str(&mut self, at: usize) -> Result<Str, Stop> {
        let s = self.str(at)?;
        if !s.contains(&0) {
            return Ok(s);
        }
        let mut shown = Vec::new();
        value::print::expanded(&s, &mut shown);
        self.report(&format!("string with embedded NUL: \"{}\"", String::from_utf8_lossy(&shown)));
        Ok(Str::from("<string-with-NUL>"))
    }

    /// Returns a string argument as text, checked as in [`Call::c_str`].
    pub(crate) fn text(&mut self, at: usize) -> Result<String, Stop> {
        Ok(self.c_str(at)?.to_text().into_owned())
    }
}
