import type { Deps } from '../deps.ts'
import { pageOfSecrets, replaceSecret } from './webhooks.db.ts'

const batch = 500

/**
 * At boot: seals every secret of an earlier key under the present one, so that the earlier key can be removed, and logs
 * how many secrets no key opens.
 */
export async function resealSecrets({ db, secrets, logger }: Deps): Promise<void> {
  const counts = { sealed: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const rows = await pageOfSecrets(db, after, batch)
    for (const row of rows) {
      for (const column of ['secret', 'previous_secret'] as const) {
        const { id, [column]: sealed } = row
        if (sealed === null) continue
        const opened = secrets.open(sealed, id)
        if (opened === undefined && column === 'secret') counts.unreadable += 1
        if (opened?.stale !== true) continue
        await replaceSecret(db, { id, column, from: sealed, to: secrets.seal(opened.text, id) })
        counts.sealed += 1
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) break
    after = last.id
  }
  if (counts.sealed > 0) logger.info(counts, '[webhooks] secrets are sealed under the present key')
  if (counts.unreadable > 0)
    logger.error(counts, '[webhooks] endpoints whose secret no key opens; their deliveries fail')
}
