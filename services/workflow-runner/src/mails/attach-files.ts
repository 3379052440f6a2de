import { AppError } from '@atrium/contracts'
import { type ComposeMail, type MailAttachment, MailError } from '@atrium/mailer'
import type { Db } from '../database.ts'
import type { ItemFiles } from '../files/item-files.ts'
import { createSlots } from '../lanes/slots.ts'
import { findMailFiles } from './mail-files.db.ts'

/** How many mails may have their files in memory at once. Each may take several times 20 MB. */
const atOnce = 2

/**
 * Reads a mail's files just before the mail is sent. A mail waits for its slot here and not in the
 * mailer, because the sender renews a mail's claim only while the mail is composed. The slot is
 * freed when the mail is sent.
 */
export function attachFiles(db: Db, itemFiles: Pick<ItemFiles, 'open'>): ComposeMail {
  const takeSlot = createSlots(atOnce)
  const read = async (orgId: string, fileId: string): Promise<MailAttachment> => {
    const { file, blob } = await itemFiles.open(orgId, fileId)
    const { name, contentType } = file
    return { name, contentType, content: (await blob.buffer()).toString('base64') }
  }
  return async ({ key, org_id: orgId }) => {
    if (orgId === null) return {}
    const fileIds = await findMailFiles(db, orgId, key)
    if (fileIds.length === 0) return {}
    const release = await takeSlot()
    try {
      const attachments: MailAttachment[] = []
      for (const fileId of fileIds) attachments.push(await read(orgId, fileId).catch(failMail))
      return { attachments, release }
    } catch (error) {
      release()
      throw error
    }
  }
}

/**
 * Throws a permanent failure if the file is missing, and a temporary one if the store may recover.
 */
function failMail(cause: unknown): never {
  const isMissing = cause instanceof AppError && cause.kind === 'not_found'
  const message = isMissing
    ? 'A file for this mail was deleted'
    : 'A file for this mail could not be read'
  throw new MailError(message, { retryable: !isMissing, cause })
}
