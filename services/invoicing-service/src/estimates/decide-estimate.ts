import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { auditEstimate } from './change-estimates.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { lockPublicEstimateRow, updateEstimateRow } from './estimates.db.ts'

/** The estimate's token, and the version that the customer has read. */
interface Decision {
  token: string
  ifMatch: string | undefined
}

/** Returns the `ETag` for an estimate's public page. It does not contain the id. */
export const publicEtag = ({ version }: Pick<EstimateRow, 'version'>): string =>
  versionEtag('estimate', version)

const decide = (
  deps: Deps,
  { token, ifMatch }: Decision,
  apply: (tx: Transaction, row: EstimateRow) => Promise<EstimateRow>,
): Promise<EstimateRow> =>
  inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockPublicEstimateRow(tx, token)
    requireStatus(row, deps.now(), ['sent'])
    checkIfMatch(ifMatch, publicEtag(row))
    return apply(tx, row)
  })

/**
 * Accepts a sent estimate for a customer. Throws `not_found`, `estimate_closed`,
 * `precondition_failed`.
 */
export const acceptEstimate = (deps: Deps, decision: Decision, name: string) =>
  decide(deps, decision, async (tx, row) => {
    const accepted = await updateEstimateRow(tx, row, {
      status: 'accepted',
      accepted_by: name,
      accepted_at: deps.now(),
    })
    await auditEstimate(tx, accepted, 'estimate.accepted', { name })
    return accepted
  })

/**
 * Declines a sent estimate for a customer. Throws `not_found`, `estimate_closed`,
 * `precondition_failed`.
 */
export const declineEstimate = (deps: Deps, decision: Decision, reason: string | null) =>
  decide(deps, decision, async (tx, row) => {
    const declined = await updateEstimateRow(tx, row, {
      status: 'declined',
      declined_at: deps.now(),
      decline_reason: reason,
    })
    await auditEstimate(tx, declined, 'estimate.declined')
    return declined
  })
