import { type Kysely, sql, type Transaction } from 'kysely'
import type { IdentityTables } from '../database.ts'
import type { NewMail } from './queue-mails.ts'

export interface QueuedMail {
  key: string
  recipient: string
  subject: string
  text: string
  /** Which attempt this is, from 1. */
  attempts: number
}

/** Queues mails; one whose key is known already is left as it is. */
export async function insertMails(
  db: Kysely<IdentityTables> | Transaction<IdentityTables>,
  mails: readonly NewMail[],
): Promise<void> {
  await db
    .insertInto('mail_queue')
    .values(
      mails.map(({ usefulForSeconds, ...mail }) => ({
        ...mail,
        expires_at: sql<Date>`now() + make_interval(secs => ${usefulForSeconds})`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes what is due for this sender: nobody else sees it until the lease (seconds) has passed, after which a
 * sender that died is assumed to have sent nothing.
 */
export async function claimMails(
  db: Kysely<IdentityTables>,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<QueuedMail[]> {
  return db
    .updateTable('mail_queue')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('key', 'in', (query) =>
      query
        .selectFrom('mail_queue')
        .select('key')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['key', 'recipient', 'subject', 'text', 'attempts'])
    .execute()
}

/** Records the end of a mail. Its text may hold a link that is a secret, so it is not kept. */
export async function settleMail(
  db: Kysely<IdentityTables>,
  key: string,
  outcome: { status: 'sent' | 'captured' | 'failed'; reference?: string; failure?: string },
): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set({ ...outcome, text: '', settled_at: sql<Date>`now()` })
    .where('key', '=', key)
    .execute()
}

/** Puts a mail back for a later attempt. */
export async function postponeMail(
  db: Kysely<IdentityTables>,
  key: string,
  { seconds, failure }: { seconds: number; failure: string },
): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${seconds})`, failure })
    .where('key', '=', key)
    .where('status', '=', 'queued')
    .execute()
}

/** Gives up what nobody could use any more. Returns how many. */
export async function expireMails(db: Kysely<IdentityTables>): Promise<number> {
  const result = await db
    .updateTable('mail_queue')
    .set({ status: 'failed', failure: 'It was too late to send', text: '', settled_at: sql<Date>`now()` })
    .where('status', '=', 'queued')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
