import type { StatementFormat } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { findKnown, type NewTransaction } from './bank.db.ts'
import {
  isEqualBooking,
  isSameBooking,
  mayBeSameBooking,
  type PreparedBooking,
  prepareBooking,
} from './matching/same-booking.ts'
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

type Described = Omit<EarlierTransaction, 'amount_cents'> & { amount_cents: string | number }

interface Prepared<R> {
  row: R
  key: string
  booking: PreparedBooking
}

const toKey = ({ booked_on: day, amount_cents: cents, currency }: Described): string =>
  `${day} ${cents} ${currency}`

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
    const pause = createPause()
    const prepare = async <R extends Described>(each: readonly R[]) => {
      const prepared: Array<Prepared<R>> = []
      for (const row of each) {
        await pause()
        prepared.push({ row, key: toKey(row), booking: prepareBooking(row) })
      }
      return prepared
    }
    const earlier = Map.groupBy(await prepare(rows), ({ key }) => key)
    const claim = async (
      { key, booking }: Prepared<NewTransaction>,
      agree: typeof isSameBooking,
    ): Promise<string | undefined> => {
      for (const { row, booking: candidate } of earlier.get(key) ?? []) {
        if (claimed.has(row.id)) continue
        await pause()
        if (!agree(booking, candidate)) continue
        claimed.add(row.id)
        return row.id
      }
      return undefined
    }
    const repeated: SortedRows['repeated'] = []
    let left = await prepare(fresh)
    // The text of one payment may contain that of another, so exactly equal ones come first.
    for (const agree of [isEqualBooking, isSameBooking]) {
      const unsure: typeof left = []
      for (const each of left) {
        const transaction_id = await claim(each, agree)
        if (transaction_id === undefined) unsure.push(each)
        else repeated.push({ known_by: each.row.known_by, transaction_id })
      }
      left = unsure
    }
    const kept: NewTransaction[] = []
    for (const each of left)
      kept.push({ ...each.row, duplicate_of: (await claim(each, mayBeSameBooking)) ?? null })
    return { fresh: kept, repeated }
  }
}
