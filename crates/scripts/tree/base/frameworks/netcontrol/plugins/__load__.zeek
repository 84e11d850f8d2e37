@load ./acld
@load ./broker
@load ./debug
@load ./openflow
@load ./packetfilter
