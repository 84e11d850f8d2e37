# Rendezvous hashing (Thaler and Ravishankar, 1998): a key goes to the site with the highest weight for it.

module HashHRW;

export {
	type Site: record {
		id: count;
		user_data: any &optional;
	};

	type SiteTable: table[count] of Site;

	type Pool: record {
		sites: SiteTable &default=SiteTable();
	};

	global add_site: function(pool: Pool, site: Site): bool;
	global rem_site: function(pool: Pool, site: Site): bool;
	global get_site: function(pool: Pool, key: any): Site;
}

function add_site(pool: Pool, site: Site): bool
	{
	local fresh = site$id !in pool$sites;

	if ( fresh )
		pool$sites[site$id] = site;

	return fresh;
	}

function rem_site(pool: Pool, site: Site): bool
	{
	local known = site$id in pool$sites;

	if ( known )
		delete pool$sites[site$id];

	return known;
	}

# Of sites with equal weights the one with the higher number is chosen.
function get_site(pool: Pool, key: any): Site
	{
	local digest = fnv1a32(key);
	local best = 0;
	local best_weight = 0;
	local first = T;

	for ( id in pool$sites )
		{
		local weight = hrw_weight(digest, id);

		if ( first || weight > best_weight || ( weight == best_weight && id > best ) )
			{
			best = id;
			best_weight = weight;
			first = F;
			}
		}

	return pool$sites[best];
	}
