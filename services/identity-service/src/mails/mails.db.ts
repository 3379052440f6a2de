import type { StoppedReason } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Selects the longest-standing owner. Owners with a verified address come first. */
const selectFirstOwner = (db: Db, orgId: string) =>
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

export const findFirstOwner = (db: Db, orgId: string) =>
  selectFirstOwner(db, orgId).executeTakeFirst()

/**
 * Locks the organisation, so its mails are counted one after the other. Returns its name and age
 * with the address of its first owner, or undefined if it is deleted.
 */
export const lockSender = (tx: Transaction, orgId: string) =>
  tx
    .selectFrom('organization as o')
    .leftJoin(selectFirstOwner(tx, orgId).as('owner'), (join) => join.onTrue())
    .select(['o.name', 'o.createdAt'])
    .select(['owner.email as ownerEmail', 'owner.emailVerified as isOwnerVerified'])
    .where('o.id', '=', orgId)
    .forNoKeyUpdate('o')
    .executeTakeFirst()

/**
 * Returns a mail's recipients in the given order. `memberId` is set if the recipient is a member,
 * `stopped` if the recipient gets no more mails, and `countedAt` if the mail's key is already
 * counted. `addresses` must be in lower case, each once.
 */
export const listRecipients = (
  db: Db,
  { orgId, key, addresses }: { orgId: string; key: string; addresses: readonly string[] },
) =>
  db
    .selectFrom(
      sql<{ address: string; n: number }>`unnest(${addresses}::text[]) with ordinality`.as<'asked'>(
        sql`asked(address, n)`,
      ),
    )
    .leftJoin('user as u', 'u.email', 'asked.address')
    .leftJoin('member as m', (join) =>
      join.onRef('m.userId', '=', 'u.id').on('m.organizationId', '=', orgId),
    )
    .leftJoin('mail_recipients as r', (join) =>
      join.onRef('r.address', '=', 'asked.address').on('r.org_id', '=', orgId),
    )
    .leftJoin('stopped_addresses as s', 's.address', 'asked.address')
    .leftJoin('stranger_mails as c', (join) =>
      join
        .onRef('c.recipient', '=', 'asked.address')
        .on('c.org_id', '=', orgId)
        .on('c.key', '=', key),
    )
    .select(['asked.address', 'm.id as memberId', 'u.emailVerified', 'c.at as countedAt'])
    .select(
      sql<StoppedReason | null>`coalesce(s.reason, case when r.unsubscribed_at is not null then 'unsubscribed' end)`.as(
        'stopped',
      ),
    )
    .orderBy('asked.n')
    .execute()

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
