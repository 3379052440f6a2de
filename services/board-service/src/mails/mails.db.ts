import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, MailTable, Tx } from '../database.ts'

export type MailRow = Selectable<MailTable>

export async function insertMail(tx: Tx, row: Omit<MailRow, 'attempts'>): Promise<void> {
  await tx
    .insertInto('mail_queue')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes due mails; they come due again by themselves when nobody finishes them. */
export async function claimMails(db: Db, now: Date, again: Date, limit: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    update mail_queue m set due_at = ${again}, attempts = m.attempts + 1
    from (select id from mail_queue where due_at <= ${now} order by due_at limit ${limit} for update skip locked) due
    where m.id = due.id returning m.*`.execute(db)
  return rows
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail_queue').where('id', '=', id).execute()
}

export async function deferMail(db: Db, id: string, due: Date): Promise<void> {
  await db.updateTable('mail_queue').set({ due_at: due }).where('id', '=', id).execute()
}
