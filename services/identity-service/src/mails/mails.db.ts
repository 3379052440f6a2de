import type { StoppedReason } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/**
 * Locks the organisation, so its mails are counted one after the other. Returns its name and age,
 * or undefined if it is deleted.
 */
export const lockSender = (tx: Transaction, orgId: string) =>
  tx
    .selectFrom('organization')
    .select(['name', 'createdAt'])
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Finds the longest-standing owner. Owners with a verified address come first. */
export const findFirstOwner = (db: Db, orgId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select(['u.email', 'u.emailVerified'])
    .where('m.organizationId', '=', orgId)
    .where('m.role', '=', 'owner')
    .orderBy('u.emailVerified', 'desc')
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()

/** Lists members by their addresses. `addresses` must be in lower case. */
export const listMembersWith = (db: Db, orgId: string, addresses: readonly string[]) =>
  db
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select(['u.email', 'u.emailVerified'])
    .where('m.organizationId', '=', orgId)
    .where('u.email', 'in', [...addresses])
    .execute()

/** Returns the stopped addresses of the organisation, with the reason. */
export async function listStopped(
  db: Db,
  orgId: string,
  addresses: readonly string[],
): Promise<Map<string, StoppedReason>> {
  const unsubscribed = await db
    .selectFrom('mail_recipients')
    .select('address')
    .where('org_id', '=', orgId)
    .where('address', 'in', [...addresses])
    .where('unsubscribed_at', 'is not', null)
    .execute()
  const stopped = await db
    .selectFrom('stopped_addresses')
    .select(['address', 'reason'])
    .where('address', 'in', [...addresses])
    .execute()
  return new Map<string, StoppedReason>([
    ...unsubscribed.map(({ address }) => [address, 'unsubscribed'] as const),
    ...stopped.map(({ address, reason }) => [address, reason] as const),
  ])
}

/** Returns the recipients already counted under the mail's key. */
export async function listCounted(db: Db, orgId: string, key: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stranger_mails')
    .select('recipient')
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .execute()
  return new Set(rows.map(({ recipient }) => recipient))
}

/**
 * Counts the mails of the last 24 hours, and returns the seconds until the oldest of them is a day
 * old.
 */
export async function countRecent(db: Db, orgId: string) {
  const row = await db
    .selectFrom('stranger_mails')
    .select((eb) => [
      eb.fn.countAll<string>().as('n'),
      sql<number>`coalesce(ceil(extract(epoch from min(at) + interval '24 hours' - now())), 0)::int`.as(
        'wait',
      ),
    ])
    .where('org_id', '=', orgId)
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return { count: Number(row.n), waitSeconds: Math.max(1, row.wait) }
}

export async function insertCounted(
  tx: Transaction,
  orgId: string,
  key: string,
  recipients: readonly string[],
): Promise<void> {
  await tx
    .insertInto('stranger_mails')
    .values(recipients.map((recipient) => ({ org_id: orgId, key, recipient })))
    .execute()
}

export async function deleteCounted(tx: Transaction, orgId: string, key: string): Promise<void> {
  await tx.deleteFrom('stranger_mails').where('org_id', '=', orgId).where('key', '=', key).execute()
}

/**
 * Stores recipients of an organisation and returns their tokens. A recipient's token stays the same
 * from mail to mail.
 */
export async function putRecipients(
  tx: Transaction,
  orgId: string,
  recipients: ReadonlyArray<{ address: string; token: string }>,
): Promise<Map<string, string>> {
  const rows = await tx
    .insertInto('mail_recipients')
    .values(recipients.map((recipient) => ({ org_id: orgId, ...recipient })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'address']).doUpdateSet({ mailed_at: sql<Date>`now()` }),
    )
    .returning(['address', 'token'])
    .execute()
  return new Map(rows.map(({ address, token }) => [address, token]))
}

/** Finds the organisation and recipient of a token. Returns undefined for any other text. */
export const findRecipient = (db: Db, token: string) =>
  db
    .selectFrom('mail_recipients as r')
    .innerJoin('organization as o', 'o.id', 'r.org_id')
    .select(['o.name', 'o.slug', 'r.org_id', 'r.address', 'r.unsubscribed_at'])
    .where('r.token', '=', token)
    .executeTakeFirst()

export async function markUnsubscribed(tx: Transaction, token: string): Promise<void> {
  await tx
    .updateTable('mail_recipients')
    .set({ unsubscribed_at: sql<Date>`now()` })
    .where('token', '=', token)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

export async function stopAddresses(
  tx: Transaction,
  addresses: readonly string[],
  reason: 'bounced' | 'complained',
): Promise<void> {
  await tx
    .insertInto('stopped_addresses')
    .values(addresses.map((address) => ({ address, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes counts that no limit reads any more, and recipients without a mail for 400 days. */
export async function deleteOldMailRecords(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('stranger_mails')
    .where('at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
  await tx
    .deleteFrom('mail_recipients')
    .where('unsubscribed_at', 'is', null)
    .where('mailed_at', '<', sql<Date>`now() - interval '400 days'`)
    .execute()
}
