import {
  type AppError,
  commonErrors,
  creditErrors,
  type ReserveCredits,
  type SpendOrigin,
} from '@atrium/contracts'
import { toColumns } from '@atrium/database'
import type { z } from 'zod'
import type { NewRow, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAccount } from './ledger.db.ts'
import { limitRows } from './limits.db.ts'
import { moveCredits } from './move-credits.db.ts'
import {
  availableCredits,
  heldAtMostMs,
  limitedWorkflow,
  monthLeft,
  toMonth,
  unmetered,
} from './reservation.ts'
import {
  deleteReservation,
  insertReservation,
  lockReservation,
  type ReservationRow,
  updateReservation,
} from './reservations.db.ts'

type Input = z.output<typeof ReserveCredits.input>
type Output = z.input<typeof ReserveCredits.output>

/**
 * Reserves a user's credits for a call, once per key. A released reservation is held again. Throws
 * `insufficient_credits`, `spending_limit` (402), and `idempotency_key_reused` if another user has
 * used the key.
 */
export async function reserveCredits(deps: Deps, input: Input): Promise<Output> {
  const { orgId, userId, amountCredits, origin, idempotencyKey: key } = input
  if (!deps.config.CREDITS_METERING_ENABLED) {
    return {
      reservationId: unmetered,
      balance: availableCredits(await findAccount(deps.db, userId)),
    }
  }
  const now = deps.now()
  const held: HeldCredits = {
    credits: amountCredits,
    month: toMonth(now),
    expires_at: new Date(Math.min(Date.parse(input.expiresAt), now.getTime() + heldAtMostMs)),
  }
  return deps.inOrgTurn(orgId, async (tx) => {
    const fresh = await insertReservation(tx, {
      id: deps.newId('rsv'),
      org_id: orgId,
      user_id: userId,
      key,
      model: input.model,
      ...toColumns(origin),
      ...held,
    })
    if (fresh === undefined) {
      return heldAgain(tx, await lockReservation(tx, orgId, { key }), userId, held)
    }
    const balance = await hold(tx, fresh, held)
    if (typeof balance === 'number') return { reservationId: fresh.id, balance }
    await deleteReservation(tx, fresh)
    throw balance
  })
}

type HeldCredits = Pick<NewRow<'credit_reservations'>, 'month' | 'expires_at'> & { credits: number }

async function heldAgain(
  tx: Transaction,
  reservation: ReservationRow,
  userId: string,
  held: HeldCredits,
) {
  const { id, user_id, status } = reservation
  if (user_id !== userId) throw commonErrors.idempotency_key_reused()
  if (status !== 'released') {
    return { reservationId: id, balance: availableCredits(await findAccount(tx, userId)) }
  }
  const balance = await hold(tx, reservation, held)
  if (typeof balance !== 'number') throw balance
  await updateReservation(tx, reservation, { status: 'held', ...held })
  return { reservationId: id, balance }
}

/**
 * Takes credits from the account and adds them to the month. Returns the available rest, or a
 * refusal that took nothing.
 */
async function hold(
  tx: Transaction,
  { org_id: orgId, user_id: userId, workflow_id: workflowId }: ReservationRow,
  { credits, month }: HeldCredits,
): Promise<number | AppError> {
  const origin: SpendOrigin = workflowId === null ? {} : { workflowId }
  const limits = await limitRows(tx, orgId)
  const move = {
    userId,
    credits: 0,
    month: { orgId, month, workflowId: limitedWorkflow(workflowId) },
  }
  const moved = await moveCredits(tx, { ...move, reserved: credits })
  if (moved === undefined) return creditErrors.insufficient_credits()
  const left = monthLeft(origin, limits, moved.months)
  if (left === null || left >= 0) return availableCredits(moved.account)
  await moveCredits(tx, { ...move, reserved: -credits })
  return creditErrors.spending_limit()
}
