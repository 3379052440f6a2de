import { hash } from 'node:crypto'
import { ledgerLimits } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import {
  type ImportLedger,
  missingOrg,
  type SourceReads,
  type SyncCursors,
} from '../engine/index.ts'
import type { RunKey } from '../runs/read-runs.ts'
import { deleteTokens, findToken, saveToken } from './imports.db.ts'
import { claimIds, findVerdicts, insertVerdicts, type LedgerId } from './ledger.db.ts'
import { findReadItems, findWaitingItems } from './read-items.db.ts'

export { settledClaims } from './ledger.db.ts'
export { oftenAttempts, readRows, settledReads } from './read-items.db.ts'

const batch = 1_000

/** A run without an organisation may not use the ledger. */
export type LedgerRun = Omit<RunKey, 'orgId'> & { orgId: string | null }
/** Retries the work while the database is unavailable. */
export type Retry = <R>(work: () => Promise<R>) => Promise<R>

const ledgerId = (id: string): string =>
  id.length <= ledgerLimits.externalId ? id : `sha256:${hash('sha256', id)}`

const toKey = ({ orgId, ...run }: LedgerRun): RunKey => {
  if (orgId === null) throw missingOrg()
  return { orgId, ...run }
}

async function inBatches<R>(
  ids: readonly string[],
  verdictOf: (id: string) => string,
  work: (ids: readonly LedgerId[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < ids.length; from += batch) {
    const given = ids
      .slice(from, from + batch)
      .map((id, at) => ({ at: from + at, id: ledgerId(id), verdict: verdictOf(id) }))
    results.push(...(await work(given)))
  }
  return results
}

/**
 * Returns the verdicts about items for one run. `record` and `claim` return the ids that this call
 * has written: another run may have claimed the others first.
 */
export function importLedger(db: Db, run: LedgerRun, retry: Retry): ImportLedger {
  const written = async (
    write: typeof insertVerdicts,
    source: string,
    ids: readonly string[],
    verdictOf: (id: string) => string,
  ): Promise<Set<string>> => {
    const places = await inBatches(ids, verdictOf, (given) =>
      retry(() =>
        inTransaction(db, undefined, (tx: Transaction) => write(tx, toKey(run), source, given)),
      ),
    )
    return new Set(places.flatMap((at) => ids[at] ?? []))
  }
  return {
    async verdicts(source, ids) {
      const found = await inBatches(
        ids,
        () => '',
        (given) => retry(() => findVerdicts(db, toKey(run), source, given)),
      )
      return new Map(
        found.flatMap(({ at, verdict }) => (ids[at] === undefined ? [] : [[ids[at], verdict]])),
      )
    },
    record: (source, verdicts) =>
      written(insertVerdicts, source, [...verdicts.keys()], (id) => verdicts.get(id) ?? ''),
    claim: (source, ids) => written(claimIds, source, ids, () => 'pending'),
  }
}

export const syncCursors = (db: Db, run: LedgerRun, retry: Retry): SyncCursors => ({
  read: async (key) => retry(() => findToken(db, toKey(run), key)),
  write: async (key, token) =>
    retry(() => inTransaction(db, undefined, (tx) => saveToken(tx, toKey(run), key, token))),
  clear: async (key) =>
    retry(() => inTransaction(db, undefined, (tx) => deleteTokens(tx, toKey(run), key))),
})

export const sourceReads = (db: Db, run: LedgerRun, retry: Retry): SourceReads => ({
  async known(key, ids) {
    const found = new Map<string, string>()
    for (let from = 0; from < ids.length; from += batch) {
      const part = ids.slice(from, from + batch)
      for (const { id, version } of await retry(() => findReadItems(db, toKey(run), key, part)))
        found.set(id, version)
    }
    return found
  },
  waiting: async (key, most) => retry(() => findWaitingItems(db, toKey(run), key, most)),
})
