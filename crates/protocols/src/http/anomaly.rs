//! Anomalies of HTTP.

wire::anomalies! {
    /// HTTP that violates RFC 9110 or 9112, or that different readers may interpret differently.
    pub enum Anomaly from "HTTP" {
        /// A request line without a method.
        BadRequest => "bad_HTTP_request",
        /// A request line without a method that ends in a version.
        BadRequestWithVersion => "bad_HTTP_request_with_version",
        /// `HTTP/` is not entirely in capitals.
        LowercaseKeyword => "lowercase_HTTP_keyword",
        /// A request line with a version and without a target.
        MissingUri => "missing_HTTP_uri",
        /// An empty line where a request should begin.
        EmptyRequest => "empty_http_request",
        /// More than one request on a connection that does not persist.
        MultipleRequests => "unexpected_multiple_HTTP_requests",
        /// A version other than that of the previous message.
        VersionMismatch => "HTTP_version_mismatch",
        /// A message begins before the previous one ended.
        OverlappingMessages => "HTTP_overlapping_messages",
        /// Bytes of a body without a request.
        UnexpectedClientData => "unexpected_client_HTTP_data",
        /// Bytes of a body without a reply.
        UnexpectedServerData => "unexpected_server_HTTP_data",
        /// A reply came before a request of HTTP 0.9.
        ReplyBefore09Request => "http_09_reply_before_request",
        /// A percent sign ends a URI.
        PercentAtEnd => "illegal_%_at_end_of_URI",
        /// An escape with one digit ends a URI.
        PartialEscape => "partial_escape_at_end_of_URI",
        /// Two percent signs in a row.
        DoublePercent => "double_%_in_URI",
        /// A percent sign that does not begin an escape.
        UnescapedPercent => "unescaped_%_in_URI",
        /// A header line without a line end.
        NoLineEndInHeader => "http_no_crlf_in_header_list",
        /// A message with a content length and chunks.
        LengthAndChunked => "HTTP_content_length_and_chunked",
        /// A message with a content range and chunks.
        RangeAndChunked => "HTTP_content_range_and_chunked",
        /// A range whose length is not that of the body.
        RangeNotMatchingLength => "HTTP_range_not_matching_len",
        /// The client expects 100 (Continue) before an empty body.
        NothingAndExpect => "HTTP_content_length_0_and_expect_100_cont",
        /// A range in a unit other than bytes.
        RangeUnit => "HTTP_content_range_unknown_byte_unit",
        /// A malformed range.
        RangeSyntax => "HTTP_content_range_cannot_parse",
        /// A transfer encoding in a part of a message.
        NestedTransferEncoding => "HTTP_nested_transfer_encoding_header",
        /// A multipart message in chunks.
        ChunkedMultipart => "HTTP_chunked_transfer_for_multipart_message",
        /// Compressed data that cannot be inflated.
        InflateFailed => "inflate_failed",
        /// Compressed data that inflate to more than the limit.
        InflateCap => "HTTP_inflate_cap_exceeded",
        /// More header fields than `http_all_headers` can report.
        HeaderCap => "HTTP_header_cap_exceeded",
        /// More requests without replies than the analyzer tracks.
        PipelineCap => "HTTP_pipeline_cap_exceeded",
        /// The roles of the endpoints were swapped after the first message.
        LateFlip => "HTTP_late_flip_roles",
        /// Bytes of the next protocol came with the reply that opens a tunnel.
        DataWithConnectReply(n: usize) => "protocol_data_with_HTTP_CONNECT_reply", "{n}",
        /// Bytes of the next protocol came with the reply that accepts an upgrade.
        DataWithUpgradeReply(n: usize) => "protocol_data_with_HTTP_upgrade_reply", "{n}",
        /// Entities are nested beyond the limit.
        Depth(depth: usize) => "exceeded_mime_max_depth", "{depth}",
        /// A folded header field is longer than the limit.
        HeaderBytes(len: usize) => "exceeded_mime_max_header_bytes", "{len}",
    }
}
