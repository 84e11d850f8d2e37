# Writes logs as JSON.

redef LogAscii::use_json = T;
