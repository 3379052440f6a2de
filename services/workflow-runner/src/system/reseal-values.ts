import { inPages } from '../batches.ts'
import type { Deps } from '../deps.ts'
import { pageOfSealed, replaceSealed, type SealedColumn } from './sealed-values.db.ts'

const batch = 500
const sealed: readonly (SealedColumn & { done: string; lost?: string })[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret',
    done: '[webhooks] secrets are sealed under the present key',
    lost: '[webhooks] endpoints whose secret no key opens; their deliveries fail',
  },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret',
    done: '[webhooks] secrets are sealed under the present key',
  },
  {
    table: 'credentials',
    column: 'secret',
    done: '[credentials] values are sealed under the present key',
    lost: '[credentials] values that no key opens; their requests fail',
  },
  {
    table: 'hook_secrets',
    column: 'secret',
    done: '[hooks] secrets are sealed under the present key',
    lost: '[hooks] secrets that no key opens; signed calls are refused',
  },
]

/**
 * At boot, encrypts values of an earlier key with the current key, so the operator can remove the
 * earlier key.
 */
export async function resealValues({
  db,
  secrets,
  logger,
}: Pick<Deps, 'db' | 'secrets' | 'logger'>) {
  for (const { done, lost, ...column } of sealed) {
    const counts = { sealed: 0, unreadable: 0 }
    const page = (after: string) => pageOfSealed(db, column, after, batch)
    for await (const { id, sealed: from } of inPages(batch, ({ id }) => id, page)) {
      const opened = secrets.open(from, id)
      if (opened === undefined) counts.unreadable += 1
      if (opened?.stale !== true) continue
      await replaceSealed(db, column, { id, from, to: secrets.seal(opened.text, id) })
      counts.sealed += 1
    }
    if (counts.sealed > 0) logger.info(counts, done)
    if (counts.unreadable > 0 && lost !== undefined) logger.error(counts, lost)
  }
}
