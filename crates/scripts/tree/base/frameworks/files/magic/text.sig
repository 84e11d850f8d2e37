# Text: plain, markup, settings, mail. Strengths: see __load__.zeek.

# Plain text: ten printable characters after an optional byte order mark.
signature type-plain {
	file-mime "text/plain", -20
	file-magic /^(\xef\xbb\xbf|(\x00\x00)?\xfe\xff|\xff\xfe(\x00\x00)?)?[\x09-\x0d\x20-\x7e]{10}/
}

# JSON (RFC 8259): an object with its first member, an array with its first element, or one of these empty.
signature type-json-object {
	file-mime "text/json", 1
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\x09\x0a\x0d\x20]*\{[\x09\x0a\x0d\x20]*(\"[^\"]+\"|[a-zA-Z][a-zA-Z0-9\\_]*)[\x09\x0a\x0d\x20]*:[\x09\x0a\x0d\x20]*(\"|\[|\{|[0-9]|true|false)/
}
signature type-json-array {
	file-mime "text/json", 1
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\x09\x0a\x0d\x20]*\[[\x09\x0a\x0d\x20]*((\"[^\"]+\"|[0-9]+(\.[0-9]+)?|true|false)[\x09\x0a\x0d\x20]*,|\{|\[)/
}
signature type-json-empty {
	file-mime "text/json", 0
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\x09\x0a\x0d\x20]*(\[\]|\{\})[\x09\x0a\x0d\x20]*$/
}

# XML (XML 1.0, 2.8: its declaration), in UTF-8 or UTF-16.
signature type-xml {
	file-mime "application/xml", 10
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*\x00?<\x00?\?\x00?x\x00?m\x00?l\x00? \x00?/
}

# HTML, by its document type or its first element. Pages hold other formats, so what only HTML begins with counts 100;
# elements that other markup has too count 20.
signature type-html-certain {
	file-mime "text/html", 100
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<(!doctype +html|html|meta +http-equiv)/i
}
signature type-html-element {
	file-mime "text/html", 20
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<(head|html|title|body)/i
}

# Vocabularies of XML, by the root element or its namespace.
signature type-rss {
	file-mime "text/rss", 70
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<rss/i
}
signature type-atom {
	file-mime "text/atom", 170
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<(rss[^>]*xmlns:atom|feed[^>]*xmlns=[\"']?http:\/\/www\.w3\.org\/2005\/atom[\"']?)/i
}
signature type-soap {
	file-mime "application/soap+xml", 170
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<soap(-env)?:envelope/i
}
signature type-cross-domain-policy {
	file-mime "text/x-cross-domain-policy", 230
	file-magic /^([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<(!doctype +)?cross-domain-policy/i
}
signature type-xml-rpc {
	file-mime "application/xml-rpc", 190
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<methodresponse>/i
}
signature type-flash-manifest {
	file-mime "application/f4m", 250
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?([\x09\x0a\x0d\x20]|<!--.*-->)*(<\?xml .*\?>)?([\x09\x0a\x0d\x20]|<!--.*-->)*<manifest[\x09\x0a\x0d\x20]+xmlns=\"http:\/\/ns\.adobe\.com\/f4m\//i
}
signature type-svg {
	file-mime "image/svg+xml", 140
	file-magic /^(\xef\xbb\xbf)?<\?xml[^>]*\?>([\x09\x0a\x0d\x20]|<!--.*-->)*<(!doctype[\x09\x0a\x0d\x20]+)?svg/i
}
signature type-sitemap {
	file-mime "application/xml-sitemap", 250
	file-magic /^<\?xml version=\"[^\x00].{3}.*<urlset/
}
signature type-gnucash {
	file-mime "application/x-gnucash", 250
	file-magic /^<\?xml version=\"[^\x00].{3}.*<gnc-v2/
}
signature type-x3d {
	file-mime "model/x3d", 250
	file-magic /^<\?xml version=\".{5}.*<!DOCTYPE ?X3D/
}
signature type-kml-google {
	file-mime "application/vnd.google-earth.kml+xml", 250
	file-magic /^<\?xml.{15}.* xmlns=['\"]http:\/\/earth\.google\.com\/kml/
}
signature type-kml {
	file-mime "application/vnd.google-earth.kml+xml", 250
	file-magic /^<\?xml.{15}.* xmlns=['\"]http:\/\/www\.opengis\.net\/kml/
}
signature type-freeplane {
	file-mime "application/x-freeplane", 250
	file-magic /^<map ?version=\"freeplane/
}
signature type-freemind {
	file-mime "application/x-freemind", 140
	file-magic /^<map ?version/
}
signature type-scribus {
	file-mime "application/x-scribus", 250
	file-magic /^<SCRIBUSUTF8NEW Version/
}
signature type-jnlp {
	file-mime "application/x-java-jnlp-file", 90
	file-magic /^<jnlp /
}

# Other markup.
signature type-cold-fusion {
	file-mime "magnus-internal/cold-fusion", 80
	file-magic /^([\x09\x0a\x0d\x20]|<!--.*-->)*<(CFPARAM|CFSET|CFIF)/
}
signature type-tex-class {
	file-mime "text/x-tex", 70
	file-magic /^.*\\documentclass/
}
signature type-tex-style {
	file-mime "text/x-tex", 70
	file-magic /^.*\\documentstyle/
}
signature type-tex-relax {
	file-mime "text/x-tex", 30
	file-magic /^.*\\relax/
}
signature type-info {
	file-mime "text/x-info", 85
	file-magic /^.*This is Info file/
}
signature type-vrml-1 {
	file-mime "model/vrml", 170
	file-magic /^#VRML ?V1\.0 ?ascii/
}
signature type-vrml-2 {
	file-mime "model/vrml", 160
	file-magic /^#VRML ?V2\.0 ?utf8/
}

# Settings in sections.
signature type-ini {
	file-mime "text/ini", 10
	file-magic /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\x00\x09\x0a\x0d\x20]*\[[^\x0d\x0a]+\][\x09\x20\x00]*[\x0d\x0a]/
}
signature type-kde-entry {
	file-mime "application/x-kdelnk", 220
	file-magic /^\[KDE Desktop Entry\]/
}
signature type-kde-config {
	file-mime "application/x-kdelnk", 200
	file-magic /^# KDE Config File/
}

# Calendars (RFC 5545), cards (RFC 6350), differences.
signature type-calendar {
	file-mime "text/calendar", 180
	file-magic /^BEGIN:VCALENDAR/
}
signature type-vcard {
	file-mime "text/x-vcard", 140
	file-magic /^BEGIN:VCARD/
}
signature type-diff {
	file-mime "text/x-diff", 60
	file-magic /^.*--- .*\x0a.*\+\+\+ .*\x0a.*@@/
}
signature type-xmcd {
	file-mime "text/x-xmcd", 90
	file-magic /^# xmcd/
}

# Mail and news (RFC 5322, RFC 5536), by the header that stands first; signed mail (RFC 8551, 3.5.3).
signature type-mail-relay {
	file-mime "message/rfc822", 170
	file-magic /^Relay-Version:/
}
signature type-mail-delivered {
	file-mime "message/rfc822", 160
	file-magic /^delivered-to:/i
}
signature type-mail-return {
	file-mime "message/rfc822", 150
	file-magic /^return-path:/i
}
signature type-mail-forward {
	file-mime "message/rfc822", 130
	file-magic /^Forward to/
}
signature type-mail-rnews {
	file-mime "message/rfc822", 120
	file-magic /^N#! rnews/
}
signature type-mail-rnews-plain {
	file-mime "message/rfc822", 110
	file-magic /^#! rnews/
}
signature type-mail-pipe {
	file-mime "message/rfc822", 100
	file-magic /^Pipe to/
}
signature type-mail-from {
	file-mime "message/rfc822", 80
	file-magic /^From:/
}
signature type-news-article {
	file-mime "message/news", 100
	file-magic /^Article/
}
signature type-news-path {
	file-mime "message/news", 80
	file-magic /^(Path|Xref):/
}
signature type-mail-signed {
	file-mime "application/pkcs7-signature", 250
	file-magic /^MIME-Version:.*protocol=\"application\/(x-)?pkcs7-signature\"/
}

# Keys, signatures and certificates as text (RFC 7468, 2; RFC 4880, 6.2).
signature type-pem {
	file-mime "application/x-pem", 250
	file-magic /^-----BEGIN CERTIFICATE-----[\x09\x20]*[\x0a\x0d]/
}
signature type-pgp-keys {
	file-mime "application/pgp-keys", 250
	file-magic /^.{2}---BEGIN PGP PUBLIC KEY BLOCK-/
}
signature type-pgp-signature {
	file-mime "application/pgp-signature", 250
	file-magic /^-----BEGIN PGP SIGNATURE-/
}
signature type-pgp-message {
	file-mime "application/pgp", 250
	file-magic /^-----BEGIN PGP MESSAGE-/
}
