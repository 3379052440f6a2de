import type { Row, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { findTopup, lockAccount } from './ledger.db.ts'
import { postEntry } from './post-entry.ts'
import { creditsPerCent } from './top-ups.ts'

type Returned = Pick<Row<'payment_reversals'>, 'amount_cents' | 'paid_cents' | 'taken_credits'>

/**
 * Takes back the credits of a refunded top-up as far as the user still has them. The balance never
 * falls below what running calls hold. Returns the credits taken and the top-up's description, or
 * undefined if no top-up has the session.
 */
export async function takeBackCredits(
  deps: IdSource,
  tx: Transaction,
  sessionId: string | null,
  returned: readonly Returned[],
): Promise<{ name: string; credits: number } | undefined> {
  const topup = sessionId === null ? undefined : await findTopup(tx, sessionId)
  if (topup === undefined) return undefined
  const name = topup.description
  const minted = Number(topup.credits)
  const account = await lockAccount(tx, topup.user_id)
  const taken = returned.reduce((sum, row) => sum + Number(row.taken_credits), 0)
  const owed = Math.min(creditsOfReturned(minted, returned), minted) - taken
  const credits = Math.min(owed, Number(account.balance) - Number(account.reserved))
  if (credits <= 0) return { name, credits: 0 }
  await postEntry(deps, tx, null, {
    userId: topup.user_id,
    kind: 'refund',
    credits: -credits,
    description: `${name}, refunded`,
    reference: sessionId,
  })
  return { name, credits }
}

/** Returns the credits paid for with the returned money. The payment may include tax. */
function creditsOfReturned(minted: number, returned: readonly Returned[]): number {
  const cents = returned.reduce((sum, row) => sum + Number(row.amount_cents), 0)
  const paid = Number(returned.find((row) => row.paid_cents !== null)?.paid_cents ?? 0)
  return paid > 0 ? Math.round((minted * cents) / paid) : cents * creditsPerCent
}
