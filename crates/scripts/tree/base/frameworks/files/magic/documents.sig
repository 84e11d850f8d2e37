# Documents of offices, printers and science. Strengths: see __load__.zeek.

# Portable documents (ISO 32000-1, 7.5.2) and their forms, PostScript (Adobe 5001), DVI, Rich Text Format.
signature type-pdf {
	file-mime "application/pdf", 80
	file-magic /^%PDF-/
}
signature type-fdf {
	file-mime "application/vnd.fdf", 80
	file-magic /^%FDF-/
}
signature type-postscript {
	file-mime "application/postscript", 50
	file-magic /^%!/
}
signature type-postscript-spooled {
	file-mime "application/postscript", 60
	file-magic /^\x04%!/
}
signature type-dvi {
	file-mime "application/x-dvi", 50
	file-magic /^\xf7\x02/
}
signature type-rtf {
	file-mime "text/rtf", 80
	file-magic /^\{\\rtf/
}

# Microsoft Office: compound files (MS-CFB, 2.2: signature and null class) and packages of XML (ECMA-376, part 2),
# which Office zips with version 2.0 and the flags of fast compression; then its mail stores and databases (MS-PST,
# 2.2.2.6).
signature type-msword {
	file-mime "application/msword", 250
	file-magic /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00{16}/
}
signature type-ooxml {
	file-mime "application/vnd.openxmlformats-officedocument", 125
	file-magic /^PK\x03\x04\x14\x00\x06\x00[\x00\x08]\x00/
}
signature type-docx {
	file-mime "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 210
	file-magic /^PK\x03\x04.{26}(\[Content_Types\]\.xml|_rels\/\.rels|word\/).*PK\x03\x04.{26}word\//
}
signature type-xlsx {
	file-mime "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 170
	file-magic /^PK\x03\x04.{26}(\[Content_Types\]\.xml|_rels\/\.rels|xl\/).*PK\x03\x04.{26}xl\//
}
signature type-pptx {
	file-mime "application/vnd.openxmlformats-officedocument.presentationml.presentation", 190
	file-magic /^PK\x03\x04.{26}(\[Content_Types\]\.xml|_rels\/\.rels|ppt\/).*PK\x03\x04.{26}ppt\//
}
signature type-access {
	file-mime "application/x-msaccess", 190
	file-magic /^.{4}Standard (Jet|ACE) DB\x00/
}
signature type-outlook {
	file-mime "application/vnd.ms-outlook", 80
	file-magic /^!BDN......[\x0e\x0f\x15\x17][\x00-\x02]/
}
signature type-tnef {
	file-mime "application/vnd.ms-tnef", 70
	file-magic /^\x78\x9f\x3e\x22/
}

# Open documents (ISO 26300-3, 3.3): zip archives whose first member, `mimetype`, is stored and names the type.
signature type-odf-text {
	file-mime "application/vnd.oasis.opendocument.text", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.text[\x00-\x2c\x2e-\xff]/
}
signature type-odf-text-template {
	file-mime "application/vnd.oasis.opendocument.text-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.text-template/
}
signature type-odf-graphics {
	file-mime "application/vnd.oasis.opendocument.graphics", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.graphics[\x00-\x2c\x2e-\xff]/
}
signature type-odf-graphics-template {
	file-mime "application/vnd.oasis.opendocument.graphics-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.graphics-template/
}
signature type-odf-presentation {
	file-mime "application/vnd.oasis.opendocument.presentation", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.presentation[\x00-\x2c\x2e-\xff]/
}
signature type-odf-presentation-template {
	file-mime "application/vnd.oasis.opendocument.presentation-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.presentation-template/
}
signature type-odf-spreadsheet {
	file-mime "application/vnd.oasis.opendocument.spreadsheet", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet[\x00-\x2c\x2e-\xff]/
}
signature type-odf-spreadsheet-template {
	file-mime "application/vnd.oasis.opendocument.spreadsheet-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet-template/
}
signature type-odf-chart {
	file-mime "application/vnd.oasis.opendocument.chart", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.chart[\x00-\x2c\x2e-\xff]/
}
signature type-odf-chart-template {
	file-mime "application/vnd.oasis.opendocument.chart-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.chart-template/
}
signature type-odf-formula {
	file-mime "application/vnd.oasis.opendocument.formula", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.formula[\x00-\x2c\x2e-\xff]/
}
signature type-odf-formula-template {
	file-mime "application/vnd.oasis.opendocument.formula-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.formula-template/
}
signature type-odf-image {
	file-mime "application/vnd.oasis.opendocument.image", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.image[\x00-\x2c\x2e-\xff]/
}
signature type-odf-image-template {
	file-mime "application/vnd.oasis.opendocument.image-template", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.image-template/
}
signature type-odf-text-web {
	file-mime "application/vnd.oasis.opendocument.text-web", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.text-web/
}
signature type-odf-text-master {
	file-mime "application/vnd.oasis.opendocument.text-master", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.text-master/
}
signature type-odf-database {
	file-mime "application/vnd.oasis.opendocument.database", 250
	file-magic /^PK\x03\x04.{22}\x08\x00\x00\x00mimetypeapplication\/vnd\.oasis\.opendocument\.database/
}

# Others, by their first words. HDF5: its File Format Specification, II.A; DICOM: PS3.10, 7.1.
signature type-wordpro {
	file-mime "application/vnd.lotus-wordpro", 120
	file-magic /^WordPro\x0d\xfb/
}
signature type-wordpro-old {
	file-mime "application/vnd.lotus-wordpro", 110
	file-magic /^WordPro\x00/
}
signature type-framemaker {
	file-mime "application/x-mif", 130
	file-magic /^<MakerFile/
}
signature type-framemaker-book {
	file-mime "application/x-mif", 120
	file-magic /^<BookFile/
}
signature type-framemaker-font {
	file-mime "application/x-mif", 190
	file-magic /^<MakerScreenFont/
}
signature type-framemaker-any {
	file-mime "application/x-mif", 90
	file-magic /^<Maker/
}
signature type-quark {
	file-mime "application/x-quark-xpress-3", 90
	file-magic /^.{2}MMXPR3/
}
signature type-ichitaro-5 {
	file-mime "application/x-ichitaro5", 70
	file-magic /^DOC.{40}\x15/
}
signature type-gnumeric {
	file-mime "application/x-gnumeric", 160
	file-magic /^.{39}<gmr:Workbook/
}
signature type-hdf5 {
	file-mime "application/x-hdf", 110
	file-magic /^\x89HDF\x0d\x0a\x1a\x0a/
}
signature type-hdf4 {
	file-mime "application/x-hdf", 70
	file-magic /^\x0e\x03\x13\x01/
}
signature type-dicom {
	file-mime "application/dicom", 70
	file-magic /^.{128}DICM/
}
signature type-reader {
	file-mime "application/x-ms-reader", 110
	file-magic /^ITOLITLS.{4}/
}
