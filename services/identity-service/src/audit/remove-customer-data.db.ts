import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** What entries about customers say about a person. The names of changed fields stay. */
const personal = [
  'name',
  'email',
  'fromEmail',
  'recipients',
  'fromRecipients',
  'vatNumber',
  'fromVatNumber',
  'intoName',
]

/**
 * Takes personal data out of the entries about an anonymised customer, and about customers that
 * were merged into it. What was done, when and by whom stays (docs/reference/http.md, "Audit").
 */
export async function removeCustomerData(
  tx: Transaction,
  orgId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await sql`
    with recursive same (id) as (
      select ${id}::text
      union
      select e.target_id from audit_entries e join same on e.detail ->> 'into' = same.id
      where e.org_id = ${orgId} and e.action = 'customer.merged'
    )
    update audit_entries set target_name = ${name}, detail = detail - ${personal}::text[]
    where org_id = ${orgId} and target_type = 'customer' and target_id in (select id from same)`.execute(
    tx,
  )
}
