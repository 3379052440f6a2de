import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** Deletes expired sessions, verifications and windows of rate limits. */
export async function deleteExpired(tx: Transaction): Promise<void> {
  const now = sql<Date>`now()`
  await tx.deleteFrom('session').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('verification').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('rate_limits').where('window_ends', '<', now).execute()
}

/** Deletes orgs whose creation broke off before they had a member, which frees their slugs. */
export async function deleteOrphans(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('organization as o')
    .where('o.createdAt', '<', sql<Date>`now() - interval '10 minutes'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member as m').select('m.id').whereRef('m.organizationId', '=', 'o.id'))),
    )
    .execute()
}
