import { type NewMail, queueMails } from '@atrium/mailer'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * Maximum number of mails per hour from an organisation's posts, including mails to its own
 * members.
 */
const mostMailsAnHour = 500

/**
 * Queues all mails of a post, or none if they exceed the hourly limit. Concurrent posts of an
 * organisation take turns.
 */
export async function queuePostMails(
  tx: Transaction,
  orgId: string,
  mails: readonly NewMail[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`post mails ${orgId}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('mail_queue')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('org_id', '=', orgId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (Number(count) + mails.length > mostMailsAnHour) return false
  await queueMails(tx, mails)
  return true
}
