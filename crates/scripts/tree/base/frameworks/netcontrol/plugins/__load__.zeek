@load ./debug
@load ./packetfilter
