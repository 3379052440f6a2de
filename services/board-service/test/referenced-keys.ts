import { sql } from 'kysely'
import type { Db } from '../src/database.ts'

/** Returns every key in the text of any root, without the key columns of the service. */
export async function referencedKeys(db: Db, orgId: string): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select concat(title, body, fields::text) as text from tasks where org_id = ${orgId}
    union all select body from timeline_entries where org_id = ${orgId}
    union all select values::text from template_instances where org_id = ${orgId}
    union all select concat(variables::text, markup) from templates where org_id = ${orgId}
    union all select html from site_snapshots where org_id = ${orgId}`.execute(db)
  const found = new Set<string>()
  for (const { text } of rows) {
    for (const match of text.matchAll(/(?<!\w)(\w+)\/pub\/[0-9a-f-]{36}\.png/g))
      if (match[1] === orgId) found.add(match[0])
  }
  return found
}
