import type { ItemFile } from '@atrium/contracts'
import { type NewMail, queueWithinLimit } from '@atrium/mailer'
import type { Transaction } from '../database.ts'
import { insertMailFiles } from './mail-files.db.ts'

/**
 * Queues a mail with its files once per key. Returns false if the hourly limit is reached.
 */
export async function queueOrgMail(
  tx: Transaction,
  { files = [], ...mail }: NewMail & { orgId: string; files?: readonly ItemFile[] },
): Promise<boolean> {
  const outcome = await queueWithinLimit(tx, mail.orgId, [mail])
  if (outcome === 'queued') await insertMailFiles(tx, mail, files)
  return outcome !== 'refused'
}
