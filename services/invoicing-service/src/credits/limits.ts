import { type CreditLimits, commonErrors, FindWorkflows } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { eachWorkflow, limitRows, monthRows, replaceLimits, wholeOrg } from './limits.db.ts'
import { toMonth } from './reservation.ts'

export async function getLimits(deps: Deps, { principal: { orgId } }: Ctx, db: Db = deps.db) {
  const rows = await limitRows(db, orgId)
  const [month] = await monthRows(db, orgId, toMonth(deps.now()), [wholeOrg])
  const findLimit = (place: string): number | null => {
    const row = rows.find(({ workflow_id: id }) => id === place)
    return row === undefined ? null : Number(row.monthly_credits)
  }
  return {
    monthlyCredits: findLimit(wholeOrg),
    workflowMonthlyCredits: findLimit(eachWorkflow),
    workflows: rows
      .filter(({ workflow_id: id }) => id !== wholeOrg && id !== eachWorkflow)
      .map((row) => ({ workflowId: row.workflow_id, monthlyCredits: Number(row.monthly_credits) })),
    usedCredits: month === undefined ? 0 : Number(month.used) + Number(month.held),
  }
}

/**
 * Replaces the limits. Throws `not_found` if the organisation does not have the workflow. A
 * workflow that already has a limit is accepted, because the workflow may have been deleted since.
 */
export async function putLimits(deps: Deps, ctx: Ctx, limits: CreditLimits) {
  await requireWorkflows(deps, ctx, limits)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const org_id = ctx.principal.orgId
    const row = (workflow_id: string, credits: number | null) =>
      credits === null ? [] : [{ org_id, workflow_id, monthly_credits: credits }]
    await replaceLimits(tx, org_id, [
      ...row(wholeOrg, limits.monthlyCredits),
      ...row(eachWorkflow, limits.workflowMonthlyCredits),
      ...limits.workflows.flatMap(({ workflowId, monthlyCredits }) =>
        row(workflowId, monthlyCredits),
      ),
    ])
    await audit(tx, org_id, {
      action: 'credits.limits_changed',
      target: { type: 'credits', id: org_id, name: 'Limits of spending' },
      detail: { monthlyCredits: limits.monthlyCredits, workflows: limits.workflows.length },
    })
    return getLimits(deps, ctx, tx)
  })
}

async function requireWorkflows(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { workflows }: CreditLimits,
) {
  const limited = new Set((await limitRows(deps.db, orgId)).map((row) => row.workflow_id))
  const added = workflows.map(({ workflowId }) => workflowId).filter((id) => !limited.has(id))
  if (added.length === 0) return
  const existingIds = new Set((await callRpc(deps.bus, FindWorkflows, { orgId, ids: added })).ids)
  const unknown = added.find((id) => !existingIds.has(id))
  if (unknown !== undefined)
    throw commonErrors.not_found({ message: `The workflow ${unknown} does not exist` })
}
