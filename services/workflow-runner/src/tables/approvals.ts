import type { WorkflowItem } from '@atrium/contracts'
import type { Json } from '@atrium/database'
import type { Generated } from 'kysely'

/** A question of a step to a member. See docs/reference/approvals.md. */
export interface Approvals {
  id: string
  org_id: string
  workflow_id: string
  run_id: string
  node_id: string
  asked_id: string
  asked_name: string
  asked_email: string
  message: string
  /** A sample. The run holds the items. */
  items: Json<WorkflowItem[]>
  item_count: number
  /** SHA-256, hexadecimal. */
  token_hash: string
  /** Null while the question is open, and for an expired question until its run has continued. */
  outcome: 'approved' | 'declined' | 'expired' | null
  note: string | null
  decided_at: Date | null
  /** True once the run has been queued for this outcome. */
  woken: Generated<boolean>
  expires_at: Date
  created_at: Date
}
