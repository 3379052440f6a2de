import { type Kysely, sql, type Transaction } from 'kysely'
import { type MailQueueTables, type NewMail, queueMails } from './mail-queue.db.ts'

/** Maximum number of mails that an organisation may queue within an hour, per queue. */
export const mostMailsAnHour = 500

type Db = Kysely<MailQueueTables>

/**
 * Returns true if the organisation may queue mails with these keys now. Concurrent calls can use up
 * the limit before the mails are queued, so only `queueWithinLimit` enforces the limit.
 */
export async function hasRoomForMails(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<boolean> {
  const queued = await findQueued(db, orgId, keys)
  const more = new Set(keys).size - queued.size
  return more === 0 || (await countRecent(db, orgId)) + more <= mostMailsAnHour
}

/**
 * Queues an organisation's mails, or none of them if they exceed the hourly limit (`refused`).
 * Ignores mails with an already queued key. Returns `repeated` if all keys are queued already.
 * Concurrent calls for an organisation wait for each other.
 */
export async function queueWithinLimit(
  tx: Transaction<MailQueueTables>,
  orgId: string,
  mails: readonly Omit<NewMail, 'orgId'>[],
): Promise<'queued' | 'repeated' | 'refused'> {
  await lockQueue(tx, orgId)
  const keys = mails.map(({ key }) => key)
  const queued = await findQueued(tx, orgId, keys)
  const fresh = mails.filter(({ key }) => !queued.has(key))
  if (fresh.length === 0) return 'repeated'
  if ((await countRecent(tx, orgId)) + fresh.length > mostMailsAnHour) return 'refused'
  await queueMails(
    tx,
    fresh.map((mail) => ({ ...mail, orgId })),
  )
  return 'queued'
}

/**
 * Queues an organisation's mails. Those over the hourly limit leave in a later hour. Returns their
 * keys. Ignores mails with an already queued key.
 */
export async function queueOrDelay(
  tx: Transaction<MailQueueTables>,
  orgId: string,
  mails: readonly Omit<NewMail, 'orgId' | 'delaySeconds'>[],
): Promise<ReadonlySet<string>> {
  await lockQueue(tx, orgId)
  const queued = await findQueued(
    tx,
    orgId,
    mails.map(({ key }) => key),
  )
  const before = await countRecent(tx, orgId)
  const fresh = mails
    .filter(({ key }) => !queued.has(key))
    .map((mail, index) => {
      const hours = Math.floor((before + index) / mostMailsAnHour)
      return { ...mail, orgId, delaySeconds: hours * 3_600 }
    })
  await queueMails(tx, fresh)
  return new Set(fresh.filter(({ delaySeconds }) => delaySeconds > 0).map(({ key }) => key))
}

const lockQueue = (tx: Transaction<MailQueueTables>, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail_queue ${orgId}`}, 0))`.execute(tx)

async function findQueued(db: Db, orgId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_queue')
    .select('key')
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('org_id', '=', orgId)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

async function countRecent(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mail_queue')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('org_id', '=', orgId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
