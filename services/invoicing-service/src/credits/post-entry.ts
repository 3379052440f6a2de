import { CreditsChanged, newId } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { NewRow, Transaction } from '../database.ts'
import { changeAccount, insertEntry } from './ledger.db.ts'

/** An entry without the fields that follow from the account. */
type Entry = Pick<NewRow<'credit_transactions'>, 'kind' | 'description' | 'reference'> & {
  userId: string
  credits: number
  /** The reserved credits that become free with it. */
  freed?: number
  reservationId?: string
  sessionId?: string
}

/** Adds an entry to a person's ledger with the balance after it; answers the account. `orgId` receives the event. */
export async function postEntry(tx: Transaction, orgId: string | null, entry: Entry) {
  const { userId, kind, credits, freed = 0 } = entry
  const account = await changeAccount(tx, userId, { balance: credits, reserved: -freed, entries: 1 })
  const balance = Number(account.balance)
  await insertEntry(tx, {
    id: newId('evt'),
    user_id: userId,
    kind,
    credits,
    description: entry.description,
    sequence: Number(account.entries),
    balance,
    reference: entry.reference ?? null,
    reservation_id: entry.reservationId ?? null,
    payments_session_id: entry.sessionId ?? null,
  })
  await emit(tx, CreditsChanged, orgId, { ownerId: userId, kind, credits, balance })
  return account
}
