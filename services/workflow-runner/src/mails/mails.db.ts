import type { ItemFile } from '@atrium/contracts'
import { type NewMail, queueMails } from '@atrium/mailer'
import { sql } from 'kysely'
import { countRows, lockAlone } from '../count-alone.db.ts'
import type { Transaction } from '../database.ts'
import { insertMailFiles } from './mail-files.db.ts'

export const mostMailsAnHour = 500

/**
 * Queues a mail once per key. Returns false if the hourly limit is reached. Concurrent calls of an
 * organisation wait for each other.
 */
export async function queueOrgMail(
  tx: Transaction,
  { files = [], ...mail }: NewMail & { orgId: string; files?: readonly ItemFile[] },
): Promise<boolean> {
  await lockAlone(tx, `mail_queue ${mail.orgId}`)
  const known = await tx
    .selectFrom('mail_queue')
    .select('key')
    .where((eb) => eb.and({ key: mail.key, org_id: mail.orgId }))
    .executeTakeFirst()
  if (known !== undefined) return true
  const recent = sql`select from mail_queue where org_id = ${mail.orgId} and created_at > now() - interval '1 hour'`
  if ((await countRows(tx, recent)) >= mostMailsAnHour) return false
  await queueMails(tx, [mail])
  await insertMailFiles(tx, mail, files)
  return true
}
