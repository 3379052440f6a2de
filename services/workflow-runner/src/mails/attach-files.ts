import { AppError } from '@atrium/contracts'
import { type MailAttachment, MailError, type Mailer } from '@atrium/mailer'
import pLimit from 'p-limit'
import type { Db } from '../database.ts'
import type { ItemFiles } from '../files/item-files.ts'
import { findMailFiles } from './mail-files.db.ts'

/** Mails whose files are in memory at once: each may take several times 20 MB. */
const atOnce = 2

/** A mailer that reads the files of a mail just before it sends the mail. */
export function attachFiles(db: Db, itemFiles: ItemFiles, mailer: Mailer): Mailer {
  const limit = pLimit(atOnce)
  const read = async (orgId: string, fileId: string): Promise<MailAttachment> => {
    const { file, blob } = await itemFiles.open(orgId, fileId)
    const { name, contentType } = file
    return { name, contentType, content: (await blob.buffer()).toString('base64') }
  }
  return {
    async send(mail, signal) {
      const files = await findMailFiles(db, mail.idempotencyKey)
      if (files.length === 0) return mailer.send(mail, signal)
      return limit(async () => {
        const attachments: MailAttachment[] = []
        for (const { org_id, file_id } of files) {
          attachments.push(await read(org_id, file_id).catch(failMail))
        }
        return mailer.send({ ...mail, attachments }, signal)
      })
    },
  }
}

/** Throws the failure of a mail whose file cannot be read: a missing file stays missing, a store may come back. */
function failMail(cause: unknown): never {
  const isMissing = cause instanceof AppError && cause.kind === 'not_found'
  const message = isMissing ? 'A file of the mail is gone' : 'A file of the mail could not be read'
  throw new MailError(message, { retryable: !isMissing, cause })
}
