import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * Deletes expired sessions, verifications, assistants' tokens, rate limit windows, used codes and
 * consent signatures.
 */
export async function deleteExpired(tx: Transaction): Promise<void> {
  const now = sql<Date>`now()`
  await tx.deleteFrom('session').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('verification').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('rate_limits').where('window_ends', '<', now).execute()
  await tx.deleteFrom('oauthAccessToken').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('oauthRefreshToken').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('used_codes').where('expires_at', '<', now).execute()
  await tx.deleteFrom('answered_consents').where('expires_at', '<', now).execute()
}

/**
 * Deletes clients without a grant: a day after their registration, or 90 days after their last
 * grant ended.
 */
export async function deleteIdleClients(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('oauthClient as k')
    .where('k.createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ or, eb }) =>
      or([
        eb('k.grantEndedAt', 'is', null),
        eb('k.grantEndedAt', '<', sql<Date>`now() - interval '90 days'`),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauthConsent as c').select('c.id').whereRef('c.clientId', '=', 'k.clientId'),
        ),
      ),
    )
    .execute()
}

export async function deleteOldAudit(tx: Transaction, days: number): Promise<void> {
  await tx
    .deleteFrom('audit_entries')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

export async function deleteOldActivity(tx: Transaction, days: number): Promise<void> {
  await tx
    .deleteFrom('activity_entries')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

/** Deletes creations of deleted organisations after a day, because no limit reads them any more. */
export async function deleteOldCreations(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('org_creations as c')
    .where('c.created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('organization as o').select('o.id').whereRef('o.id', '=', 'c.org_id'))),
    )
    .execute()
}

/**
 * Deletes orgs without a member ten minutes after their creation. This frees the slugs of failed
 * creations.
 */
export async function deleteOrphans(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('organization as o')
    .where('o.createdAt', '<', sql<Date>`now() - interval '10 minutes'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('member as m').select('m.id').whereRef('m.organizationId', '=', 'o.id')),
      ),
    )
    .execute()
}
