# Web applications by what their pages give away: a generator's name, a file, a function, a comment of the template.

signature webapp-cpanel {
	http-reply-body /.*<!-- cPanel/
	event "cPanel"
}

signature webapp-drupal {
	http-reply-body /.*(<script [^>]+drupal\.js|Drupal\.extend\(\{ settings: \{|jQuery\.extend\(Drupal\.settings, \{|<(link|style)[^>]+sites\/(default|all)\/(themes|modules)\/)/
	event "Drupal"
}

signature webapp-google-analytics {
	http-reply-body /.*\.google-analytics\.com\/(ga|urchin|analytics)\.js/
	event "Google Analytics"
}

signature webapp-joomla {
	http-reply-header /X-Content-Encoded-By:[ \t]*Joomla!/
	http-reply-body /.*(<meta name=["']generator["'] [^>]+Joomla|<!-- JoomlaWorks "K2")/
	event "Joomla"
}

signature webapp-mediawiki {
	http-reply-body /.*(<meta name=["']generator["'] [^>]+MediaWiki|<a[^>]+>Powered by MediaWiki<\/a>)/
	event "MediaWiki"
}

signature webapp-moodle {
	http-reply-body /.*(<img[^>]+moodlelogo|var moodleConfigFn = function\(me\))/
	event "Moodle"
}

signature webapp-oscommerce {
	http-reply-body /.*<!-- (body|footer|header|(left|right)_navigation)_eof \/\/-->/
	event "osCommerce"
}

signature webapp-phpbb {
	http-reply-body /.*(<meta name=["']copyright["'] [^>]+phpBB Group|Powered by (<a href=["'][^>]+)?phpBB)/
	event "phpBB"
}

signature webapp-phpmyadmin {
	http-reply-body /.*(<title>phpMyAdmin<\/title>|PMA_sendHeaderLocation\(|var pma_absolute_uri = ')/
	event "phpMyAdmin"
}

signature webapp-phppgadmin {
	http-reply-body /.*(<title>phpPgAdmin<\/title>|<span class=["']appname["']>phpPgAdmin)/
	event "phpPgAdmin"
}

signature webapp-plesk {
	http-reply-body /.*<script[^>]* src=["'][^>]*common\.js\?plesk/
	event "Plesk"
}

signature webapp-plone {
	http-reply-body /.*<meta name=["']generator["'] [^>]+Plone/
	event "Plone"
}

signature webapp-redmine {
	http-reply-body /.*(<meta name=["']description["'] [^>]*Redmine|Powered by <a href=["'][^>]+Redmine)/
	event "Redmine"
}

signature webapp-trac {
	http-reply-body /.*<a id=["']tracpowered/
	event "Trac"
}

signature webapp-typo3 {
	http-reply-body /.*(<meta name=["']generator["'] [^>]+TYPO3|<(script[^>]* src|link[^>]* href)=[^>]*fileadmin)/
	event "Typo3"
}

signature webapp-wordpress {
	http-reply-body /.*(<meta name=["']generator["'] [^>]+WordPress|<link rel=["']stylesheet["'] [^>]+wp-content)/
	event "WordPress"
}

signature webapp-xoops {
	http-reply-body /.*<meta name=["']generator["'] [^>]+XOOPS/
	event "Xoops"
}
