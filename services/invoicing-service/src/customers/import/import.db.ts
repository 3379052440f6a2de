import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../../database.ts'

const pageSize = 5_000

/** Serialises an organisation's imports, so none adds a customer twice. */
export const lockImports = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('customer import ' || ${orgId}, 0))`.execute(tx)

/** Yields what an organisation's customers are recognised by, oldest first. */
export async function* listKnownContacts(db: Db, orgId: string) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('customers')
      .select(['id', 'name', 'email', 'phone', 'tax_id'])
      .where('org_id', '=', orgId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows
    if (rows.length < pageSize) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** Returns customers by id. Locks them against changes if the import stores something. */
export const listImportedRows = (
  db: Db,
  orgId: string,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .$if(lock, (all) => all.forNoKeyUpdate())
    .execute()

const insertedAtOnce = 500

export async function insertCustomers(
  tx: Transaction,
  rows: ReadonlyArray<NewRow<'customers'>>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += insertedAtOnce) {
    await tx
      .insertInto('customers')
      .values(rows.slice(at, at + insertedAtOnce))
      .execute()
  }
}
