//! Violations in certificates and OCSP messages that are reported as weirds.

wire::anomalies! {
    /// A malformed certificate, OCSP message or part of one.
    pub enum Anomaly from "" {
        /// The file is not a certificate.
        NoCertificate => "x509_cert_parse_error",
        /// The file is not an OCSP request.
        NoOcspRequest => "openssl_ocsp_request_parse_error",
        /// The file is not an OCSP response.
        NoOcspResponse => "openssl_ocsp_response_parse_error",
        /// The file is longer than the limit.
        TooLong => "x509_excessive_length",
        /// Malformed basic constraints.
        BasicConstraints => "x509_invalid_basic_constraint",
        /// Malformed alternative names.
        AltNames => "x509_san_parse_error",
        /// An IP address with a length other than 4 or 16.
        AltNameAddress(len: usize) => "x509_san_ip_length", "{len}",
        /// Malformed signed certificate timestamps.
        Sct => "x509_sct_parse_error",
        /// A UTCTime with an invalid length.
        UtcLength => "x509_utc_length",
        /// A UTCTime that does not end with Z.
        UtcFormat => "x509_utc_format",
        /// A GeneralizedTime with an invalid length.
        GeneralizedLength => "x509_gen_time_length",
        /// A time that is neither UTCTime nor GeneralizedTime.
        TimeType => "x509_invalid_time_type",
        /// A time with an incomplete number of seconds.
        TimeSurplus => "x509_time_add_char",
        /// A time with a truncated offset.
        TimeOffsetLength => "x509_time_offset_underflow",
        /// A time with an offset without a sign.
        TimeOffsetSign => "x509_time_offset_type",
    }
}
