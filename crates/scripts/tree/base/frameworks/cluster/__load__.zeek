@load ./main
@load ./pools
@load ./telemetry
