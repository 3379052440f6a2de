import { Estimate, estimateErrors } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Row } from '../database.ts'
import type { Deps } from '../deps.ts'

export type EstimateRow = Row<'estimates'>

/** Returns the status at a time. A sent estimate is expired after its last day. */
export const statusAt = (
  { status, expires_at }: Pick<EstimateRow, 'status' | 'expires_at'>,
  now: Date,
): Estimate['status'] =>
  status === 'sent' && expires_at !== null && expires_at < now ? 'expired' : status

const closed = {
  accepted: 'This estimate has been accepted',
  declined: 'This estimate has been declined',
  expired: 'This estimate has expired',
  invoiced: 'There is already an invoice for this estimate',
} as const

/** Throws `estimate_closed` (409) if the status at this time is not one of `allowed`. */
export function requireStatus(
  row: EstimateRow,
  now: Date,
  allowed: ReadonlyArray<Estimate['status']>,
): void {
  const status = statusAt(row, now)
  if (allowed.includes(status)) return
  if (status === 'draft' || status === 'sent') throw estimateErrors.estimate_not_sent()
  throw estimateErrors.estimate_closed({ message: closed[status] })
}

const documentKeys = {
  note: true,
  footer: true,
  orderNumber: true,
  buyerReference: true,
  contractNumber: true,
  serviceFrom: true,
  serviceTo: true,
  recipients: true,
} as const

const toColumns = createView(
  Estimate.omit({
    ...documentKeys,
    status: true,
    dueOn: true,
    publicToken: true,
    publicUrl: true,
  }),
)

const toDocument = ({ document }: EstimateRow) => ({
  note: document.note ?? null,
  footer: document.footer ?? null,
  orderNumber: document.orderNumber ?? null,
  buyerReference: document.buyerReference ?? null,
  contractNumber: document.contractNumber ?? null,
  serviceFrom: document.serviceFrom ?? null,
  serviceTo: document.serviceTo ?? null,
  recipients: document.recipients ?? null,
  dueOn: document.dueDate ?? null,
})

export function toEstimate(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  row: EstimateRow,
): Estimate {
  const isSecret = row.status === 'draft'
  return {
    ...toColumns(row),
    ...toDocument(row),
    status: statusAt(row, now()),
    publicToken: isSecret ? null : row.public_token,
    publicUrl: isSecret ? null : `${config.DASHBOARD_URL}/estimate/${row.public_token}`,
  }
}
