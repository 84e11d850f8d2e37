# The prelude: what every script may use. It is loaded before all other scripts, in every mode.

@load base/bif/tags
@load base/bif/const.bif
@load base/bif/types.bif
@load base/bif/telemetry_types.bif

@load base/init/containers
@load base/init/diagnostics
@load base/init/packets
@load base/init/af-packet
@load base/init/connections
@load base/init/tunnels
@load base/init/geo
@load base/init/files
@load base/init/analyzers
@load base/init/stats
@load base/init/certificates
@load base/init/smb
@load base/init/rpc
@load base/init/dns
@load base/init/infrastructure
@load base/init/applications
@load base/init/cluster
@load base/init/functions

@load base/bif/zeek.bif
@load base/bif/communityid.bif
@load base/bif/stats.bif
@load base/bif/reporter.bif
@load base/bif/strings.bif
@load base/bif/option.bif
@load base/frameworks/supervisor/api
@load base/bif/supervisor.bif
@load base/bif/packet_analysis.bif
@load base/bif/CPP-load.bif
@load base/bif/mmdb.bif
@load base/bif/plugins/Zeek_SNMP.types.bif
@load base/bif/plugins/Zeek_KRB.types.bif
@load base/bif/telemetry_functions.bif
@load base/bif/event.bif

@load base/init/ip-protocols
@load base/init/handlers

@load base/packet-protocols
