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
 * Makes the transactions with entries about an organisation's customers wait for each other. Otherwise
 * two replicas do not see each other's entries, and a late entry keeps the removed data.
 */
export const lockCustomerEntries = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('customer entries ' || ${orgId}, 0))`.execute(
    tx,
  )

/**
 * Takes personal data out of the entries about an anonymised customer, and about customers that
 * were merged into it, by default out of all of them. What was done, when and by whom stays (docs/reference/http.md, "Audit").
 */
export async function removeCustomerData(
  tx: Transaction,
  orgId: string,
  { id, name, until }: { id: string; name: string; until?: Date },
): Promise<void> {
  await sql`
    with recursive same (id) as (
      select ${id}::text
      union
      select e.target_id from audit_entries e join same on e.detail ->> 'into' = same.id
      where e.org_id = ${orgId} and e.action = 'customer.merged'
    )
    update audit_entries set target_name = ${name}, detail = detail - ${personal}::text[]
    where org_id = ${orgId} and target_type = 'customer' and target_id in (select id from same)
      and at <= coalesce(${until ?? null}::timestamptz, 'infinity')`.execute(tx)
}

/**
 * Returns the anonymised customer that an entry is about, also after merges, with the time. Returns
 * undefined if the customer was not anonymised since.
 */
export async function findAnonymised(
  tx: Transaction,
  orgId: string,
  { id, since }: { id: string; since: Date },
): Promise<{ id: string; name: string; until: Date } | undefined> {
  const { rows } = await sql<{ id: string; name: string; until: Date }>`
    with recursive same (id) as (
      select ${id}::text
      union
      select e.detail ->> 'into' from audit_entries e join same on e.target_id = same.id
      where e.org_id = ${orgId} and e.action = 'customer.merged' and e.detail ->> 'into' is not null
    )
    select e.target_id as id, e.target_name as name, e.at as until
    from audit_entries e join same on e.target_id = same.id
    where e.org_id = ${orgId} and e.action = 'customer.anonymised' and e.at >= ${since}
    order by e.at desc limit 1`.execute(tx)
  return rows[0]
}
