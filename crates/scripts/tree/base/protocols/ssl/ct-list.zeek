# The logs of Certificate Transparency come and go within months. A site that checks promises adds those that it
# knows to SSL::ct_logs, from the list that browsers publish.

@load ./main
