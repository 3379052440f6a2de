import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export async function countSubmissions(tx: Transaction, scope: string, email: string, since: Date) {
  const row = await tx
    .selectFrom('submissions')
    .select([
      sql<string>`count(*)`.as('all'),
      sql<string>`count(*) filter (where email = ${email})`.as('own'),
    ])
    .where('scope', '=', scope)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), own: Number(row.own) }
}

export async function insertSubmission(tx: Transaction, scope: string, email: string, now: Date) {
  await tx.insertInto('submissions').values({ scope, email, created_at: now }).execute()
}

export async function deleteOldSubmissions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('submissions').where('created_at', '<', before).execute()
}
