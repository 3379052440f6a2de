import { type AssetUse, maxAssetUses } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Returns the org's first records for each key, newest cards first. */
export async function findAssetUses(db: Db, orgId: string, keys: readonly string[]) {
  const { rows } = await sql<AssetUse & { key: string; body: string }>`
    select key, used.type, used.id, left(used.title, 120) as title, used.body
    from unnest(${keys}::text[]) as key cross join lateral (
      select * from (
        (select case t.kind when 'post' then 'post' else 'card' end as type, t.id,
          t.title, left(t.body, 400) as body
        from asset_references r join tasks t on t.id = r.task_id
        where r.asset_key = key and t.org_id = ${orgId}
        order by r.task_id desc limit ${maxAssetUses})
        union all
        (select 'template', id, name, '' from templates
        where org_id = ${orgId} and asset_keys @> array[key] limit ${maxAssetUses})
        union all
        (select 'template_instance', id, name, '' from template_instances
        where org_id = ${orgId} and asset_keys @> array[key] limit ${maxAssetUses})
        union all
        (select distinct 'site', s.id, s.name, '' from site_snapshots f join sites s on s.id = f.site_id
        where f.org_id = ${orgId} and f.asset_keys @> array[key] limit ${maxAssetUses})
      ) every_use limit ${maxAssetUses}
    ) used`.execute(db)
  return rows
}
