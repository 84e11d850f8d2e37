# Items that remove what their source said before.

@load base/frameworks/intel

module Intel;

export {
	redef record Intel::MetaData += {
		## Whether to remove the item.
		remove: bool &default=F;
	};
}

hook Intel::filter_item(item: Item)
	{
	if ( item$meta$remove )
		{
		Intel::remove(item);
		break;
		}
	}
