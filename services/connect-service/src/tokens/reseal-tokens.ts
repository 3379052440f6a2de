import { commonErrors, type ResealTokens } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { countStale, listStale, replaceEnvelopes, sealedColumns } from './reseal.db.ts'

/**
 * Reseals one batch under the current key. The walk can be restarted at any time. Throws
 * `not_configured` if there is no key.
 */
export async function resealTokens(
  deps: Deps,
  { after, limit }: z.output<typeof ResealTokens.input>,
): Promise<z.output<typeof ResealTokens.output>> {
  const { db, vault } = deps
  if (vault === null) {
    throw commonErrors.not_configured({ message: 'No token key is configured' })
  }
  const current = vault.prefix
  let [at, key] = parsePosition(after)
  let [resealed, unreadable, seen] = [0, 0, 0]
  for (; at < sealedColumns.length && seen < limit; at += 1, key = '') {
    const column = sealedColumns[at]
    if (column === undefined) break
    const rows = await listStale(db, column, { current, after: key, limit: limit - seen })
    const fresh = rows.flatMap((row) => {
      const context = column.contextOf(row.key)
      const opened = vault.open(row.envelope, context)
      return opened === undefined ? [] : [{ ...row, fresh: vault.seal(opened.text, context) }]
    })
    if (fresh.length > 0) {
      resealed += await inTransaction(db, undefined, (tx) => replaceEnvelopes(tx, column, fresh))
    }
    const count = rows.length - fresh.length
    unreadable += count
    if (count > 0) deps.logger.warn({ column: column.name, count }, 'No key opens these envelopes')
    seen += rows.length
    if (seen >= limit) {
      key = rows.at(-1)?.key ?? ''
      break
    }
  }
  const left = await countStale(db, current)
  return { resealed, unreadable, left, next: seen >= limit ? `${at}:${key}` : null }
}

function parsePosition(after: string | null): [column: number, key: string] {
  const [, column = '0', key = ''] = /^(\d):(.*)$/s.exec(after ?? '') ?? []
  return [Number(column), key]
}
