//! The rules of the house live in `tests/`: `direction.rs` (who may depend on whom) and `tidy.rs` (what a file may hold).
