# The roots that certificates are checked against: those that Mozilla trusts for servers, which are packed into the
# program. A site that has roots of its own adds them to SSL::root_certs, DER by subject.

@load ./main

module SSL;

redef root_certs += X509::__mozilla_roots();
