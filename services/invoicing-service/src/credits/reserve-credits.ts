import { commonErrors, creditErrors, newId, type ReserveCredits, type SpendOrigin } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAccount, holdCredits } from './ledger.db.ts'
import { addToMonth, limitRows } from './limits.db.ts'
import { availableOf, heldAtMostMs, monthLeft, monthOf, placesOf, unmetered } from './reservation.ts'
import {
  insertReservation,
  lockReservationOfKey,
  type ReservationRow,
  updateReservation,
} from './reservations.db.ts'

type Input = z.output<typeof ReserveCredits.input>
type Output = z.input<typeof ReserveCredits.output>

/**
 * Reserves credits of a person for a call, once for a key; a released reservation is held again. Throws
 * `insufficient_credits`, `spending_limit` (402), and `idempotency_key_reused` for a key of another person.
 */
export async function reserveCredits(deps: Deps, input: Input): Promise<Output> {
  const { orgId, userId, amountCredits, origin } = input
  if (!deps.config.CREDITS_METERING_ENABLED) {
    return { reservationId: unmetered, balance: availableOf(await findAccount(deps.db, userId)) }
  }
  const now = deps.now()
  const times = {
    month: monthOf(now),
    expires_at: new Date(Math.min(Date.parse(input.expiresAt), now.getTime() + heldAtMostMs)),
  }
  return inTransaction(deps.db, undefined, async (tx) => {
    const fresh = await insertReservation(tx, {
      id: newId('rsv'),
      org_id: orgId,
      user_id: userId,
      key: input.idempotencyKey,
      credits: amountCredits,
      workflow_id: origin.workflowId ?? null,
      run_id: origin.runId ?? null,
      node: origin.node ?? null,
      model: input.model,
      ...times,
    })
    if (fresh !== undefined) return { reservationId: fresh.id, balance: await hold(tx, fresh) }
    const known = await lockReservationOfKey(tx, orgId, input.idempotencyKey)
    if (known.user_id !== userId) throw commonErrors.idempotency_key_reused()
    if (known.status !== 'released') {
      return { reservationId: known.id, balance: availableOf(await findAccount(tx, userId)) }
    }
    const again = await updateReservation(tx, known, { status: 'held', credits: amountCredits, ...times })
    return { reservationId: again.id, balance: await hold(tx, again) }
  })
}

/** Takes a reservation from the account and from the month; answers the available rest. */
async function hold(tx: Transaction, row: ReservationRow): Promise<number> {
  const { org_id: orgId, workflow_id: workflowId, month } = row
  const credits = Number(row.credits)
  const account = await holdCredits(tx, row.user_id, credits)
  if (account === undefined) throw creditErrors.insufficient_credits()
  const months = await addToMonth(tx, { orgId, month, workflowId, used: 0, held: credits })
  const origin: SpendOrigin = workflowId === null ? {} : { workflowId }
  const limits = await limitRows(tx, orgId, placesOf(origin))
  const left = monthLeft(origin, limits, months)
  if (left !== null && left < 0) throw creditErrors.spending_limit()
  return availableOf(account)
}
