import { sql } from 'kysely'
import type { Db } from '../database.ts'

export interface DocumentKey {
  readonly kind: 'invoice' | 'credit-note'
  readonly id: string
}

/** Returns the org's issued invoice or credit note that follows, or undefined at the end. */
export async function findNextDocument(
  db: Db,
  orgId: string,
  after: DocumentKey | undefined,
): Promise<DocumentKey | undefined> {
  const { kind, id } = after ?? { kind: 'invoice', id: '' }
  const { rows } = await sql<DocumentKey>`
    (select 'invoice' as kind, i.id from invoices i
      where i.org_id = ${orgId} and i.status <> 'draft' and i.number is not null
        and ${kind} = 'invoice' and i.id > ${id}
      order by i.id limit 1)
    union all
    (select 'credit-note', c.id from credit_notes c
      where c.org_id = ${orgId} and (${kind} = 'invoice' or c.id > ${id})
      order by c.id limit 1)
    limit 1`.execute(db)
  return rows[0]
}
