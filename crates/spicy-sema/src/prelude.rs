//! The text of the modules that every grammar may import. They declare functions of the virtual machine.

/// The module `spicy`.
pub(crate) const SPICY: &str = r#"module spicy;
public type AddressFamily = enum { IPv4, IPv6 };
public type BitOrder = enum { LSB0, MSB0 };
public type ByteOrder = enum { Little, Big, Network, Host };
public type Charset = enum { ASCII, UTF8, UTF16LE, UTF16BE };
public type DecodeErrorStrategy = enum { IGNORE, REPLACE, STRICT };
public type Direction = enum { Forward, Backward };
public type Protocol = enum { TCP, UDP, ICMP };
public type RealType = enum { IEEE754_Single, IEEE754_Double };
public type ReassemblerPolicy = enum { First };
public type Side = enum { Left, Right, Both };
public type StreamStatistics = struct {
    num_data_bytes: uint64; num_data_chunks: uint64; num_gap_bytes: uint64; num_gap_chunks: uint64;
};
public function zlib_init(window_bits: int64) : ZlibStream &cxxname="spicy::zlib_init";
public function zlib_decompress(inout stream_: ZlibStream, data: bytes) : bytes &cxxname="spicy::zlib_decompress";
public function zlib_finish(inout stream_: ZlibStream) : bytes &cxxname="spicy::zlib_finish";
public function base64_encode(inout stream_: Base64Stream, data: bytes) : bytes &cxxname="spicy::base64_encode";
public function base64_decode(inout stream_: Base64Stream, data: bytes) : bytes &cxxname="spicy::base64_decode";
public function base64_finish(inout stream_: Base64Stream) : bytes &cxxname="spicy::base64_finish";
public function crc32_init() : uint64 &cxxname="spicy::crc32_init";
public function crc32_add(crc: uint64, data: bytes) : uint64 &cxxname="spicy::crc32_add";
public function current_time() : time &cxxname="spicy::current_time";
public function mktime(y: uint64, m: uint64, d: uint64, H: uint64, M: uint64, S: uint64) : time &cxxname="spicy::mktime";
public function bytes_to_hexstring(value: bytes) : string &cxxname="spicy::bytes_to_hexstring";
public function bytes_to_mac(value: bytes) : string &cxxname="spicy::bytes_to_mac";
public function getenv(name: string) : optional<string> &cxxname="spicy::getenv";
public function strftime(format: string, timestamp: time) : string &cxxname="spicy::strftime";
public function strptime(buf: string, format: string) : time &cxxname="spicy::strptime";
public function parse_address(s: string) : addr &cxxname="spicy::parse_address";
public function parse_address(b: bytes) : addr &cxxname="spicy::parse_address";
public function accept_input() &cxxname="spicy::accept_input";
public function decline_input(reason: string) &cxxname="spicy::decline_input";
"#;

/// The module `filter`.
pub(crate) const FILTER: &str = r#"module filter;
import spicy;
public type Zlib = unit(window_bits: int64 = 47) {
    %filter;
    on %init { self.inflater = spicy::zlib_init(window_bits); }
    : bytes &eod &chunked { self.forward(spicy::zlib_decompress(self.inflater, $$)); }
    on %done {
        self.forward(spicy::zlib_finish(self.inflater));
        self.forward_eod();
    }
    var inflater: spicy::ZlibStream;
};
public type Base64Decode = unit {
    %filter;
    : bytes &eod &chunked { self.forward(spicy::base64_decode(self.decoder, $$)); }
    on %done {
        self.forward(spicy::base64_finish(self.decoder));
        self.forward_eod();
    }
    var decoder: spicy::Base64Stream;
};
"#;

/// The module `zeek`: the monitor's functions for grammars.
pub(crate) const ZEEK: &str = r#"module zeek;
import spicy;
public type ProtocolHandle = uint64;
public type AnalyzerType = enum { Protocol, File, Packet };
# Values of scripts, which the host carries.
public type ZeekVal = struct { value: any; };
public type ZeekRecord = struct { value: any; };
public type ZeekSet = struct { value: any; };
public type ZeekTable = struct { value: any; };
public type ZeekVector = struct { value: any; };
public function has_analyzer(analyzer: string, if_enabled: bool = True) : bool &cxxname="zeek::has_analyzer";
public function analyzer_type(analyzer: string, if_enabled: bool = True) : AnalyzerType &cxxname="zeek::analyzer_type";
public function confirm_protocol() &cxxname="zeek::confirm_protocol";
public function reject_protocol(reason: string) &cxxname="zeek::reject_protocol";
public function weird(id: string, addl: string = "") &cxxname="zeek::weird";
public function is_orig() : bool &cxxname="zeek::is_orig";
public function uid() : string &cxxname="zeek::uid";
public function conn_id() : tuple<orig_h: addr, orig_p: port, resp_h: addr, resp_p: port> &cxxname="zeek::conn_id";
public function flip_roles() &cxxname="zeek::flip_roles";
public function number_packets() : uint64 &cxxname="zeek::number_packets";
public function protocol_begin(analyzer: optional<string>, protocol: spicy::Protocol = spicy::Protocol::TCP) &cxxname="zeek::protocol_begin";
public function protocol_begin(protocol: spicy::Protocol = spicy::Protocol::TCP) &cxxname="zeek::protocol_detect";
public function protocol_handle_get_or_create(analyzer: string, protocol: spicy::Protocol = spicy::Protocol::TCP) : uint64 &cxxname="zeek::protocol_handle_get_or_create";
public function protocol_data_in(is_orig: bool, data: bytes, protocol: spicy::Protocol = spicy::Protocol::TCP) &cxxname="zeek::protocol_data_in";
public function protocol_data_in(is_orig: bool, data: bytes, h: uint64) &cxxname="zeek::protocol_data_in_handle";
public function protocol_gap(is_orig: bool, offset: uint64, len: uint64, h: optional<uint64> = Null) &cxxname="zeek::protocol_gap";
public function protocol_end() &cxxname="zeek::protocol_end";
public function protocol_handle_close(handle: uint64) &cxxname="zeek::protocol_handle_close";
public function file_begin(mime_type: optional<string> = Null, fuid: optional<string> = Null) : string &cxxname="zeek::file_begin";
public function fuid() : string &cxxname="zeek::fuid";
public function terminate_session() &cxxname="zeek::terminate_session";
public function skip_input() &cxxname="zeek::skip_input";
public function file_set_size(size: uint64, fid: optional<string> = Null) &cxxname="zeek::file_set_size";
public function file_data_in(data: bytes, fid: optional<string> = Null) &cxxname="zeek::file_data_in";
public function file_data_in_at_offset(data: bytes, offset: uint64, fid: optional<string> = Null) &cxxname="zeek::file_data_in_at_offset";
public function file_gap(offset: uint64, len: uint64, fid: optional<string> = Null) &cxxname="zeek::file_gap";
public function file_end(fid: optional<string> = Null) &cxxname="zeek::file_end";
public function forward_packet(identifier: uint32) &cxxname="zeek::forward_packet";
public function network_time() : time &cxxname="zeek::network_time";
public function get_address(id: string) : addr &cxxname="zeek::get_address";
public function get_bool(id: string) : bool &cxxname="zeek::get_bool";
public function get_count(id: string) : uint64 &cxxname="zeek::get_count";
public function get_double(id: string) : real &cxxname="zeek::get_double";
public function get_enum(id: string) : string &cxxname="zeek::get_enum";
public function get_int(id: string) : int64 &cxxname="zeek::get_int";
public function get_interval(id: string) : interval &cxxname="zeek::get_interval";
public function get_port(id: string) : port &cxxname="zeek::get_port";
public function get_string(id: string) : bytes &cxxname="zeek::get_string";
public function get_subnet(id: string) : network &cxxname="zeek::get_subnet";
public function get_time(id: string) : time &cxxname="zeek::get_time";
public function get_record(id: string) : ZeekRecord &cxxname="zeek::get_record";
public function get_set(id: string) : ZeekSet &cxxname="zeek::get_set";
public function get_table(id: string) : ZeekTable &cxxname="zeek::get_table";
public function get_vector(id: string) : ZeekVector &cxxname="zeek::get_vector";
public function get_value(id: string) : ZeekVal &cxxname="zeek::get_value";
public function as_address(v: ZeekVal) : addr &cxxname="zeek::as_address";
public function as_bool(v: ZeekVal) : bool &cxxname="zeek::as_bool";
public function as_count(v: ZeekVal) : uint64 &cxxname="zeek::as_count";
public function as_double(v: ZeekVal) : real &cxxname="zeek::as_double";
public function as_enum(v: ZeekVal) : string &cxxname="zeek::as_enum";
public function as_int(v: ZeekVal) : int64 &cxxname="zeek::as_int";
public function as_interval(v: ZeekVal) : interval &cxxname="zeek::as_interval";
public function as_port(v: ZeekVal) : port &cxxname="zeek::as_port";
public function as_record(v: ZeekVal) : ZeekRecord &cxxname="zeek::as_record";
public function as_set(v: ZeekVal) : ZeekSet &cxxname="zeek::as_set";
public function as_string(v: ZeekVal) : bytes &cxxname="zeek::as_string";
public function as_subnet(v: ZeekVal) : network &cxxname="zeek::as_subnet";
public function as_table(v: ZeekVal) : ZeekTable &cxxname="zeek::as_table";
public function as_time(v: ZeekVal) : time &cxxname="zeek::as_time";
public function as_vector(v: ZeekVal) : ZeekVector &cxxname="zeek::as_vector";
public function set_contains(id: string, v: any) : bool &cxxname="zeek::set_contains";
public function set_contains(of: ZeekSet, v: any) : bool &cxxname="zeek::set_contains_of";
public function table_contains(id: string, v: any) : bool &cxxname="zeek::table_contains";
public function table_contains(of: ZeekTable, v: any) : bool &cxxname="zeek::table_contains_of";
public function table_lookup(id: string, v: any) : optional<ZeekVal> &cxxname="zeek::table_lookup";
public function table_lookup(of: ZeekTable, v: any) : optional<ZeekVal> &cxxname="zeek::table_lookup_of";
public function record_has_value(id: string, field: string) : bool &cxxname="zeek::record_has_value";
public function record_has_value(of: ZeekRecord, field: string) : bool &cxxname="zeek::record_has_value_of";
public function record_has_field(id: string, field: string) : bool &cxxname="zeek::record_has_field";
public function record_has_field(of: ZeekRecord, field: string) : bool &cxxname="zeek::record_has_field_of";
public function record_field(id: string, field: string) : ZeekVal &cxxname="zeek::record_field";
public function record_field(of: ZeekRecord, field: string) : ZeekVal &cxxname="zeek::record_field_of";
public function vector_index(id: string, index: uint64) : ZeekVal &cxxname="zeek::vector_index";
public function vector_index(of: ZeekVector, index: uint64) : ZeekVal &cxxname="zeek::vector_index_of";
public function vector_size(id: string) : uint64 &cxxname="zeek::vector_size";
public function vector_size(of: ZeekVector) : uint64 &cxxname="zeek::vector_size_of";
"#;

/// The module `zeek_file`: a unit that passes its input to the monitor's file analysis.
pub(crate) const ZEEK_FILE: &str = r#"module zeek_file;
import zeek;
public type File = unit(mime_type: optional<string> = Null, size: optional<uint64> = Null) {
    on %init {
        self.fid = zeek::file_begin(mime_type);
        if ( size )
            zeek::file_set_size(*size, self.fid);
    }
    on %finally { zeek::file_end(self.fid); }
    : bytes &eod &chunked { zeek::file_data_in($$, self.fid); }
    var fid: string;
};
"#;

/// Whether the name in an `&cxxname` belongs to a library function.
pub fn is_library_function(name: &str) -> bool {
    let declared = format!("&cxxname=\"{name}\"");
    [SPICY, FILTER, ZEEK, ZEEK_FILE].iter().any(|text| text.contains(&declared))
}

/// Returns the text of a library module.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    match name {
        "spicy" => Some(SPICY),
        "filter" => Some(FILTER),
        "zeek" => Some(ZEEK),
        "zeek_file" => Some(ZEEK_FILE),
        _ => None,
    }
}
