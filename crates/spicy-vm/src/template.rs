//! What new units hold.
use crate::members::Members;
use crate::value::Value;

/// The members of a new unit.
pub(crate) struct Template {
    pub(crate) members: usize,
    /// Those that begin with a value.
    pub(crate) constants: Vec<(u32, Value)>,
    pub(crate) has_context: bool,
}

impl Template {
    /// The members of a new unit.
    pub(crate) fn members(&self) -> Members {
        let mut members = Members::unset(self.members);
        self.fill(&mut members);
        members
    }

    /// Sets the members that begin with a value.
    pub(crate) fn fill(&self, members: &mut Members) {
        for (i, v) in &self.constants {
            if let Some(m) = members.get_mut(*i as usize) {
                m.set(v.share());
            }
        }
    }
}
