import { CreditsChanged, CreditsLow } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { NewRow, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { type CreditMove, moveCredits } from './move-credits.db.ts'

/** A user is warned when fewer credits are left. */
const lowCredits = 100

/** An entry without the fields computed from the account. */
type Entry = Pick<NewRow<'credit_transactions'>, 'kind' | 'description' | 'reference'> &
  Pick<CreditMove, 'userId' | 'credits' | 'month'> & {
    /** Reserved credits that the entry frees. */
    freed?: number
    reservationId?: string
    sessionId?: string
  }

/**
 * Adds an entry with the new balance to a user's ledger and returns the account. `orgId` receives
 * the event.
 */
export async function postEntry(
  deps: IdSource,
  tx: Transaction,
  orgId: string | null,
  entry: Entry,
) {
  const { userId, kind, credits, freed = 0, month } = entry
  const moved = await moveCredits(tx, {
    userId,
    credits,
    reserved: -freed,
    ...(month === undefined ? {} : { month }),
    entry: {
      id: deps.newId('evt'),
      kind,
      description: entry.description,
      reference: entry.reference ?? null,
      reservation_id: entry.reservationId ?? null,
      payments_session_id: entry.sessionId ?? null,
    },
  })
  if (moved === undefined) throw new Error(`The account of ${userId} has no room for an entry`)
  const { account } = moved
  const balance = Number(account.balance)
  await emit(tx, CreditsChanged, orgId, {
    ownerId: userId,
    kind,
    credits,
    balance,
  })
  // Only the charge that crosses the limit warns.
  if (orgId !== null && balance < lowCredits && balance - credits >= lowCredits)
    await emit(tx, CreditsLow, orgId, { userId, balance })
  return account
}
