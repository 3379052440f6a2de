import type { RefundModelCalls } from '@atrium/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { callId } from './call-once.ts'
import { findCharged } from './calls.db.ts'
import { refundCredits } from './charge.ts'

/**
 * Refunds calls whose results cannot be used, and returns the refunded credits. Repeating is safe
 * because the ledger refunds a reservation once.
 */
export async function refundCalls(
  deps: Pick<Deps, 'db' | 'bus'>,
  { orgId, idempotencyKeys }: z.output<typeof RefundModelCalls.input>,
): Promise<number> {
  const keys = idempotencyKeys.map(
    (idempotencyKey) => callId({ orgId, kind: 'model', idempotencyKey }).call_key,
  )
  let refunded = 0
  for (const { reservation_id: reservationId, credits } of await findCharged(
    deps.db,
    orgId,
    keys,
  )) {
    if (reservationId === null) continue
    await refundCredits(deps, { orgId, reservationId })
    refunded += credits ?? 0
  }
  return refunded
}
