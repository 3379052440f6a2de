import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { auditEstimate } from './change-estimates.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { lockPublicEstimateRow, updateEstimateRow } from './estimates.db.ts'

const decide = (
  deps: Deps,
  token: string,
  apply: (tx: Transaction, row: EstimateRow) => Promise<EstimateRow>,
): Promise<EstimateRow> =>
  inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockPublicEstimateRow(tx, token)
    requireStatus(row, deps.now(), ['sent'])
    return apply(tx, row)
  })

/** Accepts a sent estimate for a customer. Throws `not_found`, `estimate_closed`. */
export const acceptEstimate = (deps: Deps, token: string, name: string) =>
  decide(deps, token, async (tx, row) => {
    const accepted = await updateEstimateRow(tx, row, {
      status: 'accepted',
      accepted_by: name,
      accepted_at: deps.now(),
    })
    await auditEstimate(tx, accepted, 'estimate.accepted', { name })
    return accepted
  })

/** Declines a sent estimate for a customer. Throws `not_found`, `estimate_closed`. */
export const declineEstimate = (deps: Deps, token: string, reason: string | null) =>
  decide(deps, token, async (tx, row) => {
    const declined = await updateEstimateRow(tx, row, {
      status: 'declined',
      declined_at: deps.now(),
      decline_reason: reason,
    })
    await auditEstimate(tx, declined, 'estimate.declined')
    return declined
  })
