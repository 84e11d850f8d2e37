# Trusted root certificates: those that Mozilla trusts for servers, which are packed into the program. A site can add
# its own roots to SSL::root_certs, DER by subject.

@load ./main

module SSL;

redef root_certs += X509::__mozilla_roots();
