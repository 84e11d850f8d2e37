//! What can be wrong with a certificate or an OCSP message.

wire::anomalies! {
    /// An oddity of a certificate or an OCSP message.
    pub enum Anomaly from "" {
        /// It is no certificate.
        NoCertificate => "x509_cert_parse_error",
        /// It is no OCSP request.
        NoOcspRequest => "openssl_ocsp_request_parse_error",
        /// It is no OCSP response.
        NoOcspResponse => "openssl_ocsp_response_parse_error",
        /// It is longer than is looked at.
        TooLong => "x509_excessive_length",
        /// Malformed basic constraints.
        BasicConstraints => "x509_invalid_basic_constraint",
        /// Malformed alternative names.
        AltNames => "x509_san_parse_error",
        /// An address of another length than addresses have.
        AltNameAddress(len: usize) => "x509_san_ip_length", "{len}",
        /// Malformed timestamps of certificate transparency.
        Sct => "x509_sct_parse_error",
        /// A UTCTime of another length than they have.
        UtcLength => "x509_utc_length",
        /// A UTCTime that does not end with Z.
        UtcFormat => "x509_utc_format",
        /// A GeneralizedTime of another length than they have.
        GeneralizedLength => "x509_gen_time_length",
        /// A time that is neither.
        TimeType => "x509_invalid_time_type",
        /// A time with half a second's number.
        TimeSurplus => "x509_time_add_char",
        /// A time with an offset that is cut.
        TimeOffsetLength => "x509_time_offset_underflow",
        /// A time with an offset without a sign.
        TimeOffsetSign => "x509_time_offset_type",
    }
}
