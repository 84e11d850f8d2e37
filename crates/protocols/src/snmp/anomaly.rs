//! Values that events show as empty, which is reported as a weird.

wire::anomalies! {
    /// A value that does not fit 64 bits.
    pub enum Anomaly from "" {
        /// A number of an object identifier has more than 64 bits.
        OidNumberTooLong(bytes: usize) => "asn_oid_subidentifier_too_long", "{bytes}",
        /// An integer has more than 64 bits.
        IntegerTooLong(bytes: usize) => "asn_binary_to_int64_shift_too_large", "{bytes}",
    }
}
