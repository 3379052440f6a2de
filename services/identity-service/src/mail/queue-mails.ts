import type { Kysely, Transaction } from 'kysely'
import type { IdentityTables } from '../database.ts'
import { insertMails } from './mail-queue.db.ts'

export interface NewMail {
  /** Unique per mail, also the provider's idempotency key. */
  key: string
  recipient: string
  subject: string
  text: string
  /** Seconds after which sending it makes no sense any more. */
  usefulForSeconds: number
}

/** Queues mails for the sender, in a transaction where there is one; a key that is known already adds nothing. */
export async function queueMails(
  db: Kysely<IdentityTables> | Transaction<IdentityTables>,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length > 0) await insertMails(db, mails)
}
