@load ./debug
@load ./openflow
@load ./packetfilter
