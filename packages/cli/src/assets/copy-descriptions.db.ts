import type { Visibility } from '@atrium/asset-key'
import { type Kysely, sql } from 'kysely'

/** Rows read and written at once. */
const atOnce = 500

interface DescriptionRow {
  key: string
  name: string | null
  alt_text: string
  tags: string[]
  stored_at: Date
  search: string
}

/**
 * Copies the names, descriptions and tags of an organisation's files to another platform's database. Rows that the
 * target has stay as they are. Returns the numbers of found and copied rows.
 */
export async function copyDescriptions<DB>(
  from: Kysely<DB>,
  to: Kysely<DB>,
  { orgId, lane }: { orgId: string; lane: Visibility | undefined },
): Promise<{ found: number; copied: number }> {
  const counts = { found: 0, copied: 0 }
  for (let after = ''; ; ) {
    const { rows } = await sql<DescriptionRow>`
      select key, name, alt_text, tags, stored_at, search::text as search
      from assets.file_descriptions
      where org_id = ${orgId} and key > ${after}
        and (${lane ?? null}::text is null or split_part(key, '/', 2) = ${lane ?? null})
      order by key limit ${atOnce}`.execute(from)
    const last = rows.at(-1)
    if (last === undefined) return counts
    after = last.key
    counts.found += rows.length
    const { numAffectedRows = 0n } = await sql`
      insert into assets.file_descriptions (org_id, key, name, alt_text, tags, stored_at, search)
      select ${orgId}, r.key, r.name, r.alt_text,
        array(select jsonb_array_elements_text(r.tags)), r.stored_at, r.search::tsvector
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (key text, name text, alt_text text, tags jsonb, stored_at timestamptz, search text)
      on conflict do nothing`.execute(to)
    counts.copied += Number(numAffectedRows)
  }
}
