/// The built-in functions of which a program must know from the start whether a script names them: they ask for what is
/// kept of each packet.
pub const EARLY: &[&str] = &[
    "get_current_packet",
    "get_current_packet_header",
    "dump_current_packet",
    "PacketAnalyzer::PPPoE::session_id",
    "PacketAnalyzer::Geneve::get_options",
];
