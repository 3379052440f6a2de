import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import { openCounter } from '@atrium/telemetry'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { approvalView } from './approval.ts'
import { pageOfApprovals } from './approvals.db.ts'
import { decideApproval, decideAskedApproval, readAskedApproval } from './decide-approval.ts'

export function approvalRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db, now } = deps
  const counter = openCounter(deps.bus.metrics, {
    name: 'atrium_approvals_decided_total',
    help: 'Questions of workflows that members decided, by their decision',
    labels: { decision: ['approve', 'decline'] },
  })
  const deciding = { ...deps, decided: (decision: string) => counter.inc({ decision }) }
  mount(app, operations.listApprovals, async ({ principal, query }) => {
    const { orgId, userId } = principal
    const at = now()
    const { rows, ...page } = await pageOfApprovals(db, { orgId, userId, now: at }, query)
    return { items: rows.map((row) => approvalView(row, { now: at, userId })), ...page }
  })
  mount(app, operations.decideApproval, { db }, (call) =>
    decideApproval(deciding, call, { id: call.params.id, ...call.body }),
  )
  mount(app, operations.readAskedApproval, (call) =>
    readAskedApproval(deciding, call, { id: call.params.id, ...call.body }),
  )
  mount(app, operations.decideAskedApproval, (call) =>
    decideAskedApproval(deciding, {}, { id: call.params.id, ...call.body }),
  )
}
