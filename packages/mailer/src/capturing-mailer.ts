import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailError } from './mail-error.ts'
import type { Mailer } from './mailer.ts'

/**
 * Creates a mailer that sends nothing. It keeps each mail as a JSON file in `directory`, readable
 * only by the owner, because mails contain invitations and reset links. The file name follows from
 * the idempotency key, so each mail is kept once.
 */
export const capturingMailer = (directory: string): Mailer => ({
  async send(mail) {
    const file = `${createHash('sha256').update(mail.idempotencyKey).digest('hex').slice(0, 32)}.json`
    const path = join(directory, file)
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const text = JSON.stringify({ ...mail, capturedAt: new Date().toISOString() }, undefined, 2)
      await writeFile(`${path}.part`, `${text}\n`, { mode: 0o600 })
      await rename(`${path}.part`, path)
    } catch (cause) {
      throw new MailError('The mail could not be saved', { retryable: true, cause })
    }
    return { outcome: 'captured', reference: file }
  },
})
