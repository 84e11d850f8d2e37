# Scripts that need the types of init-bare: the frameworks that built-in parts use, and the declarations of those parts.

@load base/frameworks/logging
@load base/frameworks/broker
@load base/frameworks/supervisor
@load base/frameworks/input
@load base/frameworks/cluster
@load base/frameworks/config
@load base/frameworks/analyzer
@load base/frameworks/files
@load base/frameworks/telemetry/options

@load base/bif
@load base/bif/plugins
@load base/frameworks/spicy/init-framework
