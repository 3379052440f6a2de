import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import type { Harness } from './harness.ts'

/**
 * Waits for sent mails to an address, at least one. The queue deletes a mail's text after sending.
 */
export async function mailsTo(harness: Harness, address: string): Promise<Mail[]> {
  const outbox = String(harness.env['MAIL_OUTBOX_DIR'])
  return eventually(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
    const files = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const mails = files.map((file) => JSON.parse(file) as Mail).filter(({ to }) => to === address)
    if (mails.length === 0) throw new Error('not sent yet')
    return mails
  })
}
