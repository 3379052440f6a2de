import type { Deps } from '../deps.ts'
import { pageOfValues, replaceValue } from './credentials.db.ts'

const batch = 500

/**
 * At boot: seals every value of an earlier key under the present one, so that the earlier key can be removed, and logs
 * how many values no key opens.
 */
export async function resealCredentials({ db, secrets, logger }: Deps): Promise<void> {
  const counts = { sealed: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const rows = await pageOfValues(db, after, batch)
    for (const { id, secret } of rows) {
      const opened = secrets.open(secret, id)
      if (opened === undefined) counts.unreadable += 1
      if (opened?.stale !== true) continue
      await replaceValue(db, { id, from: secret, to: secrets.seal(opened.text, id) })
      counts.sealed += 1
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) break
    after = last.id
  }
  if (counts.sealed > 0) logger.info(counts, '[credentials] values are sealed under the present key')
  if (counts.unreadable > 0)
    logger.error(counts, '[credentials] values that no key opens; their requests fail')
}
