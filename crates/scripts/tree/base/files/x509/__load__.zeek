@load ./main
@load ./certificate-event-cache
@load ./log-ocsp
