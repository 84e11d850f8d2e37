# SIP (RFC 3261).

# A request's first line is method, URI and version (7.1).
signature dpd_sip_udp_req {
  ip-proto == udp
  payload /[^\r\n]* SIP\/[0-9]\.[0-9]\r\n/
  enable "sip"
}

# A response's first line is version, status code and reason (7.2). Some stop after the version.
signature dpd_sip_udp_resp {
  ip-proto == udp
  payload /^ ?SIP\/[0-9]\.[0-9]( [1-6][0-9]{2} |\r\n)/
  enable "sip"
}
