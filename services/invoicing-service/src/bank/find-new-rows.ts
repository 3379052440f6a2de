import type { StatementFormat } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { findKnown, type NewTransaction } from './bank.db.ts'
import { compareBookings } from './matching/same-booking.ts'
import { createPause } from './pause.ts'
import {
  type EarlierTransaction,
  hasOtherFormat,
  listEarlierTransactions,
} from './repeated-bookings.db.ts'

interface SortedRows {
  /** Rows to store. Those that may repeat a transaction name it in `duplicate_of`. */
  fresh: NewTransaction[]
  /** Rows that certainly repeat a transaction from a statement in another format. */
  repeated: Array<{ known_by: string; transaction_id: string }>
}

const toKey = (row: Pick<EarlierTransaction, 'booked_on' | 'currency'>, cents: number): string =>
  `${row.booked_on} ${cents} ${row.currency}`

/**
 * Creates a function that sorts out the rows of one file that are stored already. A stored
 * transaction counts for one row of the file only, because a customer may pay the same amount twice
 * on one day.
 */
export async function createRowSorter(db: Db, orgId: string, format: StatementFormat) {
  const hasOthers = await hasOtherFormat(db, orgId, format)
  const seen = new Set<string>()
  const claimed = new Set<string>()
  return async (batch: readonly NewTransaction[]): Promise<SortedRows> => {
    const keys = batch.map(({ known_by: key }) => key)
    const stored = await findKnown(db, orgId, keys)
    const fresh = batch.filter(({ known_by: key }) => {
      const isKnown = stored.has(key) || seen.has(key)
      seen.add(key)
      return !isKnown
    })
    if (!hasOthers || fresh.length === 0) return { fresh, repeated: [] }
    const rows = await listEarlierTransactions(db, orgId, {
      format,
      rows: fresh,
      claimed: [...claimed],
    })
    const earlier = Map.groupBy(rows, (row) => toKey(row, Number(row.amount_cents)))
    const pause = createPause()
    const claim = async (row: NewTransaction, wanted: 'same' | 'maybe') => {
      for (const candidate of earlier.get(toKey(row, row.amount_cents)) ?? []) {
        if (claimed.has(candidate.id)) continue
        await pause()
        if (compareBookings(row, candidate) !== wanted) continue
        claimed.add(candidate.id)
        return candidate.id
      }
      return undefined
    }
    const repeated: SortedRows['repeated'] = []
    const unsure: NewTransaction[] = []
    for (const row of fresh) {
      const transaction_id = await claim(row, 'same')
      if (transaction_id === undefined) unsure.push(row)
      else repeated.push({ known_by: row.known_by, transaction_id })
    }
    const kept: NewTransaction[] = []
    for (const row of unsure)
      kept.push({ ...row, duplicate_of: (await claim(row, 'maybe')) ?? null })
    return { fresh: kept, repeated }
  }
}
