//! Names of the script language.
use std::rc::Rc;

/// A name as scripts spell it, module included (`Conn::Info`).
pub type Name = Rc<str>;
