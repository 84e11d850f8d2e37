# Sound, film and fonts. Strengths: see __load__.zeek.

# Containers that begin with a box (ISO 14496-12, 4.2 and 4.3): its length below 16 MiB, `ftyp`, a brand.
signature type-mp4 {
	file-mime "video/mp4", 115
	file-magic /^\x00.{3}ftyp(mp4[12]|isom)/
}
signature type-m4v {
	file-mime "video/mp4", 110
	file-magic /^\x00.{3}ftypM4V/
}
signature type-3gpp {
	file-mime "video/3gpp", 105
	file-magic /^\x00.{3}ftyp(mmp4|avc1|3g[2egps])/
}
signature type-m4a {
	file-mime "audio/m4a", 110
	file-magic /^\x00.{3}ftypm4a/
}
signature type-m4a-itunes {
	file-mime "audio/mp4", 110
	file-magic /^\x00.{3}ftypM4A/
}
signature type-quicktime-brand {
	file-mime "video/quicktime", 100
	file-magic /^\x00.{3}ftypqt/
}
signature type-quicktime {
	file-mime "video/quicktime", 70
	file-magic /^....(mdat|moov)/
}
signature type-quicktime-player {
	file-mime "application/x-quicktime-player", 70
	file-magic /^....pckg/
}
signature type-mj2 {
	file-mime "video/mj2", 190
	file-magic /^\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a.{8}mjp2/
}

# Film: start codes of MPEG (ISO 13818-1, 2.5; ISO 13818-2, 6.2.1), packets of a transport stream (ISO 13818-1,
# 2.4.3), Matroska and WebM (RFC 9559 on RFC 8794), Ogg (RFC 3533), RIFF, ASF and others by their first words.
signature type-flv {
	file-mime "video/x-flv", 60
	file-magic /^FLV/
}
signature type-fli {
	file-mime "video/x-fli", 50
	file-magic /^.{4}\x11\xaf/
}
signature type-flc {
	file-mime "video/x-flc", 50
	file-magic /^.{4}\x12\xaf/
}
signature type-mng {
	file-mime "video/x-mng", 70
	file-magic /^\x8aMNG/
}
signature type-jng {
	file-mime "video/x-jng", 70
	file-magic /^\x8bJNG/
}
signature type-mpeg {
	file-mime "video/mpeg", 65
	file-magic /^\x00\x00\x01[\xb0-\xbb]/
}
signature type-mpeg-video {
	file-mime "video/mpv", 70
	file-magic /^\x00\x00\x01\xb3/
}
signature type-h264 {
	file-mime "video/h264", 70
	file-magic /^\x00\x00\x00\x01[\x07\x27\x47\x67\x87\xa7\xc7\xe7]/
}
signature type-webm {
	file-mime "video/webm", 130
	file-magic /^\x1a\x45\xdf\xa3.*B\x82.webm/
}
signature type-matroska {
	file-mime "video/x-matroska", 170
	file-magic /^\x1a\x45\xdf\xa3.*B\x82.matroska/
}
signature type-mp2p {
	file-mime "video/mp2p", 75
	file-magic /^\x00\x00\x01\xba[\x40-\x7f\xc0-\xff]/
}
signature type-mp2t {
	file-mime "video/mp2t", 70
	file-magic /^(\x47.{187}){4}/
}
signature type-sgi-movie {
	file-mime "video/x-sgi-movie", 70
	file-magic /^MOVI/
}
signature type-asf {
	file-mime "video/x-ms-asf", 70
	file-magic /^\x30\x26\xb2\x75/
}
signature type-avi {
	file-mime "video/x-msvideo", 110
	file-magic /^RIFF.{4}AVI /
}
signature type-realmedia {
	file-mime "application/vnd.rn-realmedia", 100
	file-magic /^\.RMF\x00\x00\x00/
}
signature type-ogg {
	file-mime "application/ogg", 70
	file-magic /^OggS/
}
signature type-flash {
	file-mime "application/x-shockwave-flash", 55
	file-magic /^[FCZ]WS/
}

# Sound: frames of MPEG audio (ISO 11172-3, 2.4.2.3) or ID3v2 tags before them, AAC (ISO 13818-7, ISO 14496-3), RIFF
# and AIFF containers, others by their first words.
signature type-mp3 {
	file-mime "audio/mpeg", 40
	file-magic /^(ID3[\x02-\x04]|\xff[\xe2\xe3\xf2\xf3\xf6\xf7\xfa-\xfd])/
}
signature type-wav {
	file-mime "audio/x-wav", 110
	file-magic /^RIFF.{4}WAVE/
}
signature type-wav-64 {
	file-mime "audio/x-wav", 190
	file-magic /^RF64\xff\xff\xff\xffWAVEds64/
}
signature type-aiff {
	file-mime "audio/x-aiff", 110
	file-magic /^FORM.{4}(AIFF|AIFC|8SVX)/
}
signature type-flac {
	file-mime "audio/x-flac", 70
	file-magic /^fLaC/
}
signature type-ape {
	file-mime "audio/x-ape", 70
	file-magic /^MAC /
}
signature type-midi {
	file-mime "audio/midi", 70
	file-magic /^MThd/
}
signature type-au {
	file-mime "audio/basic", 105
	file-magic /^\.snd.{8}\x00\x00\x00[\x01-\x07]/
}
signature type-au-adpcm {
	file-mime "audio/x-adpcm", 110
	file-magic /^\.snd.{8}\x00\x00\x00\x17/
}
signature type-realaudio {
	file-mime "audio/x-pn-realaudio", 70
	file-magic /^\.ra\xfd/
}
signature type-module {
	file-mime "audio/x-mod", 190
	file-magic /^Extended Module:/
}
signature type-module-impulse {
	file-mime "audio/x-mod", 70
	file-magic /^IMPM/
}
signature type-musepack {
	file-mime "audio/x-musepack", 60
	file-magic /^MP\+/
}
signature type-aac-adif {
	file-mime "audio/x-hx-aac-adif", 70
	file-magic /^ADIF/
}
signature type-aac-adts {
	file-mime "audio/x-hx-aac-adts", 45
	file-magic /^\xff[\xf0\xf1\xf8\xf9]/
}
signature type-aac-latm {
	file-mime "audio/x-mp4a-latm", 45
	file-magic /^\x56[\xe0-\xff]/
}
signature type-dolby {
	file-mime "audio/vnd.dolby.dd-raw", 50
	file-magic /^\x0b\x77/
}

# Fonts: OpenType (its table directory, with four tables or more), WOFF (W3C), bitmaps of X.Org's server.
signature type-woff {
	file-mime "application/font-woff", 70
	file-magic /^wOFF/
}
signature type-woff2 {
	file-mime "application/font-woff2", 70
	file-magic /^wOF2/
}
signature type-ttf {
	file-mime "application/x-font-ttf", 85
	file-magic /^\x00\x01\x00\x00\x00[\x04-\x40]/
}
signature type-opentype {
	file-mime "application/vnd.ms-opentype", 70
	file-magic /^OTTO/
}
signature type-embedded-opentype {
	file-mime "application/vnd.ms-fontobject", 50
	file-magic /^.{34}LP/
}
signature type-snf {
	file-mime "application/x-font-sfn", 110
	file-magic /^(\x04\x00{3}.{100}\x04\x00{3}|\x00{3}\x04.{100}\x00{3}\x04)/
}
signature type-spline-font {
	file-mime "application/vnd.font-fontforge-sfd", 160
	file-magic /^SplineFontDB:/
}
