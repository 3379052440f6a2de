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
  hasOtherKind,
  listEarlierTransactions,
  type StatementKind,
} from './repeated-bookings.db.ts'

interface SortedRows {
  /** Rows to store. Those that may repeat a transaction name it in `duplicate_of`. */
  fresh: NewTransaction[]
  /** Rows that certainly repeat a transaction from a statement in another layout. */
  repeated: Array<{ known_by: string; transaction_id: string }>
}

type Described = Omit<EarlierTransaction, 'amount_cents' | 'format'> & {
  amount_cents: string | number
}

interface Prepared<R> {
  row: R
  key: string
  booking: PreparedBooking
}

const toKey = ({ booked_on: day, amount_cents: cents, currency }: Described): string =>
  `${day} ${cents} ${currency}`

/**
 * True if a key may come from the bank's own reference. Without a reference, the key of the first of
 * equal rows ends with 1.
 */
const mayHaveReference = ({ known_by: key }: Pick<NewTransaction, 'known_by'>): boolean =>
  !key.endsWith(' 1')

/** True if the bank gave two bookings different references, so they are probably not the same. */
const haveOwnReferences = (
  { format }: StatementKind,
  row: NewTransaction,
  earlier: EarlierTransaction,
): boolean =>
  format === 'camt' &&
  earlier.format === format &&
  mayHaveReference(row) &&
  mayHaveReference(earlier)

/** Returns the stored transactions that rows of the file are known to repeat. */
async function listRepeated(db: Db, orgId: string, batches: AsyncIterable<NewTransaction[]>) {
  const ids = new Set<string>()
  for await (const batch of batches) {
    const keys = batch.map(({ known_by: key }) => key)
    for (const id of (await findKnown(db, orgId, keys)).values()) ids.add(id)
  }
  return ids
}

/**
 * Creates a function that sorts out the rows of one file that are stored already. A stored
 * transaction counts for one row of the file only, because a customer may pay the same amount twice
 * on one day. `readAll` reads the whole file, because a later row may be known by its key.
 */
export async function createRowSorter(
  db: Db,
  orgId: string,
  { kind, readAll }: { kind: StatementKind; readAll: () => AsyncIterable<NewTransaction[]> },
) {
  const hasOthers = await hasOtherKind(db, orgId, kind)
  const known = hasOthers ? await listRepeated(db, orgId, readAll()) : new Set<string>()
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
      kind,
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
      { key, booking, row: added }: Prepared<NewTransaction>,
      agree: typeof isSameBooking,
    ): Promise<string | undefined> => {
      for (const { row, booking: candidate } of earlier.get(key) ?? []) {
        if (claimed.has(row.id) || known.has(row.id)) continue
        await pause()
        if (!agree(booking, candidate)) continue
        if (agree !== mayBeSameBooking && haveOwnReferences(kind, added, row)) continue
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
