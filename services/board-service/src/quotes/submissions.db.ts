import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

interface Visitor {
  email: string
  client: string | null
}

/**
 * Locks an address and then a network, so their submissions take turns until the transactions end.
 */
export async function lockVisitor(
  tx: Transaction,
  scope: string,
  { email, client }: Visitor,
): Promise<void> {
  for (const key of [`address ${email}`, ...(client === null ? [] : [`network ${client}`])]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`submission ${scope} ${key}`}, 0))`.execute(
      tx,
    )
  }
}

export async function countSubmissions(
  tx: Transaction,
  scope: string,
  { email, client }: Visitor,
  since: Date,
) {
  const row = await tx
    .selectFrom('submissions')
    .select([
      sql<string>`count(*) filter (where email = ${email})`.as('address'),
      sql<string>`count(*) filter (where client = ${client})`.as('client'),
    ])
    .where('scope', '=', scope)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { address: Number(row.address), client: Number(row.client) }
}

export async function insertSubmission(
  tx: Transaction,
  scope: string,
  visitor: Visitor,
  now: Date,
) {
  await tx
    .insertInto('submissions')
    .values({ scope, ...visitor, created_at: now })
    .execute()
}

export async function deleteOldSubmissions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('submissions').where('created_at', '<', before).execute()
}
