# Images. Strengths: see __load__.zeek.

# Of the web: PNG (ISO 15948, 5.2), JPEG (ITU-T T.81, B.1), GIF 89a, WebP (RFC 9649), icons and cursors of Windows.
signature type-png {
	file-mime "image/png", 70
	file-magic /^\x89PNG/
}
signature type-jpeg {
	file-mime "image/jpeg", 50
	file-magic /^\xff\xd8/
}
signature type-gif {
	file-mime "image/gif", 70
	file-magic /^GIF8/
}
signature type-webp {
	file-mime "image/webp", 110
	file-magic /^RIFF.{4}WEBP/
}
signature type-ico {
	file-mime "image/x-icon", 70
	file-magic /^\x00\x00\x01\x00/
}
signature type-cur {
	file-mime "image/x-cursor", 70
	file-magic /^\x00\x00\x02\x00/
}

# JPEG 2000 (ISO 15444-1, annex I.5): a signature box, then the brand.
signature type-jp2-brand {
	file-mime "image/jp2", 100
	file-magic /^.{4}ftypjp2/
}
signature type-jp2 {
	file-mime "image/jp2", 190
	file-magic /^\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a.{8}jp2 /
}
signature type-jpx {
	file-mime "image/jpx", 190
	file-magic /^\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a.{8}jpx /
}
signature type-jpm {
	file-mime "image/jpm", 190
	file-magic /^\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a.{8}jpm /
}
signature type-jp2-box {
	file-mime "image/jp2", 50
	file-magic /^....jP/
}

# Scanners, cameras and drawing programs: TIFF 6.0, section 2, and BigTIFF; the DJVU3 specification; the first words
# of others.
signature type-tiff {
	file-mime "image/tiff", 65
	file-magic /^(II[*+]\x00|MM\x00[*+])/
}
signature type-bmp {
	file-mime "image/x-ms-bmp", 60
	file-magic /^BM.{12}[\x0c\x28\x40\x6c\x7c\x80]\x00/
}
signature type-photoshop {
	file-mime "image/vnd.adobe.photoshop", 70
	file-magic /^8BPS/
}
signature type-xcursor {
	file-mime "image/x-xcursor", 70
	file-magic /^Xcur/
}
signature type-niff {
	file-mime "image/x-niff", 70
	file-magic /^IIN1/
}
signature type-exr {
	file-mime "image/x-exr", 70
	file-magic /^\x76\x2f\x31\x01/
}
signature type-dpx {
	file-mime "image/x-dpx", 70
	file-magic /^SDPX/
}
signature type-cpi {
	file-mime "image/x-cpi", 70
	file-magic /^CPC\xb2/
}
signature type-olympus {
	file-mime "image/x-olympus-orf", 65
	file-magic /^(IIR[OS]|MMOR)/
}
signature type-x3f {
	file-mime "image/x-x3f", 70
	file-magic /^FOVb/
}
signature type-paint-net {
	file-mime "image/x-paintnet", 70
	file-magic /^PDN3/
}
signature type-corel {
	file-mime "image/x-coreldraw", 105
	file-magic /^RIFF....CDR[A6]/
}
signature type-pam {
	file-mime "image/x-portable-pixmap", 50
	file-magic /^P7/
}
signature type-djvu {
	file-mime "image/vnd.djvu", 145
	file-magic /^AT&TFORM.{4}(DJV[MUI]|THUM)/
}
signature type-dwg {
	file-mime "image/vnd.dwg", 65
	file-magic /^(AC[12]\.|AC10)/
}
signature type-xcf {
	file-mime "image/x-xcf", 110
	file-magic /^gimp xcf/
}
signature type-polar {
	file-mime "image/x-polar-monitor-bitmap", 160
	file-magic /^\[BitmapInfo2\]/
}
signature type-award {
	file-mime "image/x-award-bmp", 70
	file-magic /^AWBM/
}
signature type-award-logo {
	file-mime "image/x-award-bioslogo", 45
	file-magic /^\x11[\x06\x09]/
}
signature type-canon-crw {
	file-mime "image/x-canon-crw", 170
	file-magic /^II\x1a\x00\x00\x00HEAPCCDR/
}
signature type-canon-cr2 {
	file-mime "image/x-canon-cr2", 130
	file-magic /^II\x2a\x00\x10\x00\x00\x00CR/
}
signature type-quicktime-image {
	file-mime "image/x-quicktime", 70
	file-magic /^....idsc/
}
signature type-icc {
	file-mime "application/vnd.iccprofile", 110
	file-magic /^.{36}acspSUNW/
}
