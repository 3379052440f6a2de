import {
  AppError,
  type ModelFailure,
  RefundCredits,
  ReleaseCredits,
  ReserveCredits,
  SettleCredits,
  type SpendOrigin,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { modelFailure } from './failure.ts'

/** An attempt at a paid call. `expiresAt` is when its reservation expires. */
export interface Attempt {
  id: string
  expiresAt: Date
}

interface Reservation {
  orgId: string
  userId: string
  credits: number
  model: string
  origin: SpendOrigin
  attempt: Attempt
}

/**
 * Reserves credits. Returns a failure if the user has too few credits, if a spending limit is
 * reached, or if the ledger is unavailable.
 */
export async function reserveCredits(
  { bus }: Pick<Deps, 'bus'>,
  { orgId, userId, credits, model, origin, attempt }: Reservation,
): Promise<{ reservationId: string } | { failure: ModelFailure }> {
  try {
    const { reservationId } = await callRpc(bus, ReserveCredits, {
      orgId,
      userId,
      origin,
      model: model.slice(0, 200),
      amountCredits: Math.max(1, credits),
      idempotencyKey: attempt.id,
      expiresAt: attempt.expiresAt.toISOString(),
    })
    return { reservationId }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'insufficient_credits') {
      return { failure: modelFailure('credits_exhausted', error.message) }
    }
    if (error.code === 'spending_limit')
      return { failure: modelFailure('spending_limit', error.message) }
    if (error.kind !== 'unavailable') throw error
    const message = 'Your credits cannot be read right now. Try again.'
    return { failure: modelFailure('unavailable', message, { retryAfter: 5 }) }
  }
}

/**
 * Charges the cost of a call. Returns false if the ledger is unavailable. A sweep then charges the
 * call later.
 */
export async function settleCredits(
  { bus, logger }: Pick<Deps, 'bus' | 'logger'>,
  charge: { orgId: string; reservationId: string; credits: number },
): Promise<boolean> {
  try {
    await callRpc(bus, SettleCredits, charge)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logger.warn({ err: error, reservationId: charge.reservationId }, 'A call is not charged yet')
    return false
  }
}

/**
 * Releases the credits of a failed call. If the ledger is unavailable, the reservation expires by
 * itself.
 */
export async function releaseCredits(
  { bus, logger }: Pick<Deps, 'bus' | 'logger'>,
  { orgId, reservationId }: { orgId: string; reservationId: string },
): Promise<void> {
  await callRpc(bus, ReleaseCredits, { orgId, reservationId }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    logger.warn({ err: error, reservationId }, 'The credits of a failed call are freed later')
  })
}

/** Refunds the cost of a call. Throws `unavailable` if the ledger is unavailable. */
export const refundCredits = async (
  { bus }: Pick<Deps, 'bus'>,
  reservation: { orgId: string; reservationId: string },
): Promise<void> => void (await callRpc(bus, RefundCredits, reservation))
