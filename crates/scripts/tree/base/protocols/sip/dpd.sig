# First lines of requests and responses.

signature dpd_sip_udp_req {
  ip-proto == udp
  payload /.* SIP\/[0-9]\.[0-9]\x0d\x0a/
  enable "sip"
}

signature dpd_sip_udp_resp {
  ip-proto == udp
  payload /^ ?SIP\/[0-9]\.[0-9](\x0d\x0a| [0-9][0-9][0-9] )/
  enable "sip"
}
