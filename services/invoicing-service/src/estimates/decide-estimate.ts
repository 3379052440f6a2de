import { EstimateDecided } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { formatAmount } from '../pdf/format.ts'
import { auditEstimate } from './change-estimates.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { recordEstimateEvent } from './estimate-history.db.ts'
import { customerAuthor } from './estimate-timeline.ts'
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

/** Lets owners and admins know by mail. */
const announceDecision = (tx: Transaction, row: EstimateRow, decision: 'accepted' | 'declined') =>
  emit(tx, EstimateDecided, row.org_id, {
    estimateId: row.id,
    number: row.number ?? '',
    decision,
    customerName: row.buyer?.name ?? '',
    amount: formatAmount(Number(row.total_amount_cents), row.currency),
    name: row.accepted_by,
    reason: row.decline_reason,
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
    await auditEstimate(tx, accepted, 'estimate.accepted')
    await recordEstimateEvent(deps, tx, accepted, {
      kind: 'accepted',
      author: customerAuthor,
      detail: { name },
    })
    await announceDecision(tx, accepted, 'accepted')
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
    await recordEstimateEvent(deps, tx, declined, {
      kind: 'declined',
      author: customerAuthor,
      detail: reason === null ? {} : { reason },
    })
    await announceDecision(tx, declined, 'declined')
    return declined
  })
