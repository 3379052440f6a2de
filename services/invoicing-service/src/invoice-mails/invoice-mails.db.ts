import { sql } from 'kysely'
import type { Db, Row, Transaction } from '../database.ts'

export const findInvoiceMail = (db: Db, orgId: string, key: string) =>
  db
    .selectFrom('invoice_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .executeTakeFirst()

/**
 * Keeps what a mail says, because the queue deletes its text as soon as it is sent. Keeps nothing if
 * the customer's data was removed meanwhile.
 */
export const keepMailCopy = (
  db: Db,
  { org_id, key }: Pick<Row<'invoice_mails'>, 'org_id' | 'key'>,
  { subject, text }: { subject: string; text: string },
) =>
  db
    .updateTable('invoice_mails')
    .set({ subject, body: text })
    .where((eb) => eb.and({ org_id, key, noted: false }))
    .execute()

export type SettledMail = Row<'invoice_mails'> & {
  recipient: string
  is_sent: boolean
  failure: string | null
  settled_at: Date
}

const settledMails = sql`invoice_mails i join mail_queue q on q.key = i.key
      where not i.noted and q.status <> 'queued'`

/** True if a mail was sent or failed since the last pass. */
export async function hasSettledMails(db: Db): Promise<boolean> {
  const { rows } = await sql`select from ${settledMails} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Claims mails sent or failed since the last pass. Another replica skips them until the transaction
 * ends.
 */
export async function claimSettledMails(tx: Transaction, limit: number): Promise<SettledMail[]> {
  const { rows } = await sql<SettledMail>`
    update invoice_mails m set noted = true, subject = null, body = null from (
      select i.key, i.subject, i.body, q.recipient, q.status in ('sent', 'captured') as is_sent, q.failure, q.settled_at
      from ${settledMails}
      order by i.created_at limit ${limit} for update of i skip locked
    ) as settled
    where m.key = settled.key
    returning m.*, settled.subject, settled.body, settled.recipient, settled.is_sent,
      settled.failure, settled.settled_at`.execute(tx)
  return rows
}
