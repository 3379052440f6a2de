import { markWritten } from '@atrium/database'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'

/** One mail in a service's own schema. */
export interface MailQueueTable {
  /**
   * Unique per mail, built from its subject matter and its event or token. Also the provider's
   * idempotency key.
   */
  key: string
  /** The mail is deleted together with this organisation. */
  org_id: string | null
  recipient: string
  reply_to: string | null
  subject: string
  /** Emptied once the mail is settled, because it may contain a secret link. */
  text: string
  /** The same mail as HTML. Null for a mail with text only. Emptied together with the text. */
  html: Generated<string | null>
  /**
   * Emptied together with the text, because anyone with the address can unsubscribe the recipient.
   */
  unsubscribe_url: Generated<string | null>
  status: Generated<'queued' | 'sent' | 'captured' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  expires_at: Date
  reference: string | null
  failure: string | null
  created_at: Generated<Date>
  settled_at: Date | null
}

export interface MailQueueTables {
  mail_queue: MailQueueTable
}

type Db = Kysely<MailQueueTables>

/**
 * Creates the table `mail_queue` in a service's schema. Migrations call this, so changes need a new
 * function. The hourly limit counts an organisation's mails of the last hour, so the index has the
 * time.
 */
export async function createMailQueue(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_queue (
      key text primary key,
      org_id text,
      recipient text not null,
      reply_to text,
      subject text not null,
      text text not null,
      unsubscribe_url text,
      status text not null default 'queued' check (status in ('queued', 'sent', 'captured', 'failed')),
      attempts int not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      reference text,
      failure text,
      created_at timestamptz(3) not null default now(),
      settled_at timestamptz(3)
    );
    create index mail_queue_due on mail_queue (next_attempt_at) where status = 'queued';
    create index mail_queue_created_at on mail_queue (created_at);
    create index mail_queue_org on mail_queue (org_id, created_at) where org_id is not null;
  `.execute(db)
}

/** Adds the column for HTML to the table `mail_queue`. Migrations call this. */
export const addMailHtml = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table mail_queue add column html text`.execute(db))

export interface NewMail {
  /** Unique per mail. Also the provider's idempotency key. At most 256 characters. */
  key: string
  orgId?: string | null
  recipient: string
  replyTo?: string
  subject: string
  text: string
  /** The same mail as HTML, for example from `buttonMail`. */
  html?: string
  /** The recipient's own unsubscribe page, for mails to people outside the organisation. */
  unsubscribeUrl?: string
  /** The mail expires after this many seconds. */
  usefulForSeconds: number
  /** The mail leaves after this many seconds, and expires that much later. */
  delaySeconds?: number
}

/**
 * Puts text on one line of at most `longest` characters, so a name cannot add lines to a mail or
 * fill it.
 */
export function oneLine(text: string, longest: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`
}

/**
 * Writes a text so that no mail program turns a part of it into a link. It removes `://`, and
 * replaces a dot between a word and a letter ending with a lookalike that is not valid in
 * addresses.
 */
export const unlinkText = (text: string): string =>
  text
    .replace(/:\/\//g, ' ')
    .replace(/(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61](?=\p{L}{2})/gu, '\u2024')

/** Puts a user-typed name on one line and prevents links. */
export const plainName = (text: string, longest: number): string =>
  oneLine(unlinkText(text), longest)

/** Mails per statement. PostgreSQL accepts 65,535 parameters. */
const batch = 1_000

/** Queues mails in the transaction of their cause. A mail with an existing key stays unchanged. */
export async function queueMails(
  tx: Transaction<MailQueueTables>,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length > 0) markWritten(tx, ['mail'])
  for (let start = 0; start < mails.length; start += batch) {
    const rows = mails
      .slice(start, start + batch)
      .map(
        ({
          orgId = null,
          replyTo = null,
          unsubscribeUrl = null,
          html = null,
          usefulForSeconds,
          delaySeconds = 0,
          ...mail
        }) => ({
          ...mail,
          html,
          subject: oneLine(mail.subject, 200),
          org_id: orgId,
          reply_to: replyTo,
          unsubscribe_url: unsubscribeUrl,
          expires_at: fromNow(delaySeconds + usefulForSeconds),
          next_attempt_at: fromNow(delaySeconds),
          // The limit counts a mail in the hour in which it leaves.
          created_at: fromNow(delaySeconds),
        }),
      )
    await tx
      .insertInto('mail_queue')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * Claims due mails. No other sender sees them during the lease. If a sender dies, its claim expires
 * with the lease. `attempts` in a row is the number of this attempt, starting at 1.
 */
export const claimMails = (
  db: Db,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
) =>
  db
    .updateTable('mail_queue')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: fromNow(leaseSeconds) })
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
    .returning([
      'key',
      'org_id',
      'recipient',
      'reply_to',
      'subject',
      'text',
      'html',
      'unsubscribe_url',
      'attempts',
    ])
    .execute()

/**
 * Extends the claim of an attempt. Returns false if the claim is lost because the mail is settled
 * or deleted, or another sender has claimed it.
 */
export async function renewClaim(
  db: Db,
  { key, attempts }: Pick<ClaimedMail, 'key' | 'attempts'>,
  leaseSeconds: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_queue')
    .set({ next_attempt_at: fromNow(leaseSeconds) })
    .where('key', '=', key)
    .where('attempts', '=', attempts)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number]

/** Clears the secrets of a settled mail. */
const forgotten = { text: '', html: null, unsubscribe_url: null }

/** Records the final status of a mail. */
export async function settleMail(
  db: Db,
  key: string,
  outcome: { status: 'sent' | 'captured' | 'failed'; reference?: string; failure?: string },
): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set({ ...outcome, ...forgotten, settled_at: sql<Date>`now()` })
    .where('key', '=', key)
    .execute()
}

/** Schedules a mail for a later attempt, unless another sender has claimed it. */
export async function postponeMail(
  db: Db,
  { key, attempts }: Pick<ClaimedMail, 'key' | 'attempts'>,
  { seconds, failure }: { seconds: number; failure: string },
): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set({ next_attempt_at: fromNow(seconds), failure })
    .where('key', '=', key)
    .where('attempts', '=', attempts)
    .where('status', '=', 'queued')
    .execute()
}

/**
 * Returns the age of the oldest queued mail in seconds, and the milliseconds until the next attempt
 * at any mail. Returns undefined if none is queued.
 */
export async function findWaiting(db: Db): Promise<{ age: number; dueInMs: number } | undefined> {
  const { age, due } = await db
    .selectFrom('mail_queue')
    .select([
      sql<number | null>`extract(epoch from now() - min(created_at))::float8`.as('age'),
      sql<number | null>`extract(epoch from min(next_attempt_at) - now())::float8`.as('due'),
    ])
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  if (age === null || due === null) return undefined
  return { age: Math.max(0, age), dueInMs: Math.max(0, Math.ceil(due * 1_000)) }
}

/** Marks expired mails as failed. Returns how many. */
export async function expireMails(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail_queue')
    .set({
      ...forgotten,
      status: 'failed',
      failure: 'The mail expired before it could be sent',
      settled_at: sql<Date>`now()`,
    })
    .where('status', '=', 'queued')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes mails that were settled more than 30 days ago. */
export async function deleteSettledMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mail_queue')
    .where('status', '<>', 'queued')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

const fromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
