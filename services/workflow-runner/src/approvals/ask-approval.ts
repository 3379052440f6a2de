import { ApprovalChanged } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { queueWithinLimit } from '@atrium/mailer'
import type { Deps } from '../deps.ts'
import { PassingError, takeSample } from '../engine/index.ts'
import { hashSecret, newHookSecret } from '../hooks/hook-secret.ts'
import type { ApprovalPort } from '../nodes/ports.ts'
import { retryDatabase } from '../worker/retry-database.ts'
import { readDecision } from './approval.ts'
import { approvalMail } from './approval-mail.ts'
import {
  expireApproval,
  findNodeApproval,
  findWorkflowName,
  insertApproval,
} from './approvals.db.ts'

/** The items in a question; docs/reference/approvals.md. */
const shownItems = { items: 100, bytes: 32_768 }
/** Characters of the question in the event. */
const announcedAtMost = 1_000
/** The longest wait for an unavailable database, because a decision must not be lost. */
const settleRetryMs = 60_000

type AskDeps = Pick<Deps, 'db' | 'logger' | 'now' | 'newId'> & { dashboardUrl: string }

/**
 * Asks members for waiting nodes and reads their decisions. `ask` throws `PassingError` if the
 * organisation has reached its hourly mail limit.
 */
export const approvalPort = (deps: AskDeps): ApprovalPort => ({
  async ask({ orgId, runId, nodeId, workflowId }, { member, message, items, expiresAt, timeZone }) {
    const workflowName = await findWorkflowName(deps.db, { orgId, workflowId })
    const now = deps.now()
    const id = deps.newId('apr')
    const token = newHookSecret()
    const sample = takeSample(items, shownItems)
    await inTransaction(deps.db, undefined, async (tx) => {
      const asked = await insertApproval(tx, {
        id,
        org_id: orgId,
        workflow_id: workflowId,
        run_id: runId,
        node_id: nodeId,
        asked_id: member.userId,
        asked_name: member.name,
        asked_email: member.email,
        message,
        items: sample.items,
        item_count: items.length,
        token_hash: hashSecret(token),
        expires_at: expiresAt,
        created_at: now,
      })
      if (asked === undefined) return
      const mail = approvalMail({
        id,
        orgId,
        to: member.email,
        message,
        count: items.length,
        workflowName,
        url: `${deps.dashboardUrl}/approvals/${id}?token=${token}`,
        expiresAt,
        timeZone,
        now,
      })
      if ((await queueWithinLimit(tx, orgId, [mail])) === 'refused') {
        throw new PassingError(
          'Your organisation has reached its mail limit for this hour. Try again later.',
        )
      }
      await emit(tx, ApprovalChanged, orgId, {
        approvalId: id,
        status: 'pending',
        ownerId: member.userId,
        workflowName,
        message: message.slice(0, announcedAtMost),
      })
    })
    deps.logger.info({ approvalId: id, org: orgId, runId }, 'a member is asked for an approval')
  },
  async settle(key) {
    const now = deps.now()
    const row = await retryDatabase(settleRetryMs, undefined, () =>
      inTransaction(deps.db, undefined, async (tx) => {
        const expired = await expireApproval(tx, key, now)
        if (expired === undefined) return findNodeApproval(tx, key)
        const { id: approvalId, asked_id: ownerId } = expired
        await emit(tx, ApprovalChanged, key.orgId, { approvalId, status: 'expired', ownerId })
        return expired
      }),
    )
    if (row === undefined) return undefined
    if (row.outcome === null) return { outcome: null, until: row.expires_at.getTime() }
    const decided = readDecision(row) ?? {
      decision: null,
      note: null,
      by: null,
      at: row.expires_at.toISOString(),
    }
    return { outcome: row.outcome, approval: decided }
  },
})
