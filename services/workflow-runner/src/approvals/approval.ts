import type { Approval, ApprovalStatus, AskedApproval } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Approvals } from '../tables/approvals.ts'

export type ApprovalRow = Selectable<Approvals>
export type ListedRow = ApprovalRow & { workflow_name: string | null }

/** The status at a given time. An open question expires by itself. */
export const findStatus = (
  { outcome, expires_at }: Pick<ApprovalRow, 'outcome' | 'expires_at'>,
  now: Date,
): ApprovalStatus => outcome ?? (expires_at <= now ? 'expired' : 'pending')

/** Returns who decided what. Null while nobody has decided. */
export function readDecision(row: ApprovalRow): Approval['approval'] {
  const { outcome, note, decided_at, asked_id, asked_name } = row
  if (outcome === null || outcome === 'expired' || decided_at === null) return null
  return {
    decision: outcome === 'approved' ? 'approve' : 'decline',
    note,
    by: { id: asked_id, name: asked_name },
    at: decided_at.toISOString(),
  }
}

const questionView = (row: ListedRow, now: Date) => ({
  id: row.id,
  message: row.message,
  to: row.asked_email,
  items: row.items,
  itemCount: row.item_count,
  expiresAt: row.expires_at.toISOString(),
  status: findStatus(row, now),
  workflowName: row.workflow_name ?? '',
  createdAt: row.created_at.toISOString(),
})

/** Returns the question as anyone with the link may see it. */
export const askedView = (
  row: ListedRow,
  now: Date,
  organisation: AskedApproval['organisation'],
): AskedApproval => ({ ...questionView(row, now), organisation })

export const approvalView = (
  row: ListedRow,
  { now, userId }: { now: Date; userId: string },
): Approval => ({
  ...questionView(row, now),
  workflowId: row.workflow_id,
  runId: row.run_id,
  mayDecide: row.asked_id === userId && findStatus(row, now) === 'pending',
  approval: readDecision(row),
})
