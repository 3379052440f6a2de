import type { Deps } from '../deps.ts'
import { pageOfSecrets, replaceSecret } from './webhooks.db.ts'

/** The error of a delivery, with its remedy. */
export const unreadableSecret =
  'The secret of this endpoint cannot be opened with the keys of this installation; renew it and tell the receiver'

const batch = 500

/**
 * At boot: seals every secret that an earlier key holds under the present one, so that the earlier one can be taken
 * out, and says how many no key opens.
 */
export async function resealSecrets(deps: Deps): Promise<void> {
  const counts = { sealed: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const rows = await pageOfSecrets(deps.db, after, batch)
    for (const { id, secret, previous_secret } of rows) {
      for (const [column, sealed] of [
        ['secret', secret],
        ['previous_secret', previous_secret],
      ] as const) {
        if (sealed === null) continue
        const opened = deps.secrets.open(sealed, id)
        if (opened === undefined && column === 'secret') counts.unreadable += 1
        if (opened?.stale !== true) continue
        await replaceSecret(deps.db, { id, column, from: sealed, to: deps.secrets.seal(opened.text, id) })
        counts.sealed += 1
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) break
    after = last.id
  }
  if (counts.sealed > 0) deps.logger.info(counts, '[webhooks] secrets are sealed under the present key')
  if (counts.unreadable > 0)
    deps.logger.error(counts, '[webhooks] endpoints whose secret no key opens; their deliveries fail')
}
