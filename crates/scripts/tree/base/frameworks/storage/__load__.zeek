@load ./async
@load ./main
@load ./sync
