import { WorkflowHook } from '@atrium/contracts'
import { audit, createView, inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { hashSecret, newHookSecret } from './hook-secret.ts'
import { deleteHook, getHook, getHookedWorkflow, saveHook } from './hooks.db.ts'

const view = createView(WorkflowHook)

const toAuditTarget = (id: string, name: string) => ({ type: 'workflow', id, name })

/** Returns the address without its secret. Throws `not_found`. */
export async function readHook(
  { db }: Deps,
  { principal }: Ctx,
  workflowId: string,
): Promise<WorkflowHook> {
  return view(await getHook(db, principal.orgId, workflowId))
}

/**
 * Creates an address. The previous address stops working at once. Throws `not_found`, and
 * `forbidden` if the workflow issues money and the caller may not.
 */
export async function renewHook(
  { db, config, registry, newId }: Deps,
  { principal, tx }: Ctx,
  workflowId: string,
) {
  const { orgId, userId } = principal
  const { name, types } = await getHookedWorkflow(tx ?? db, orgId, workflowId)
  if (types.some(registry.issuesMoney)) requireMoneyRights(principal)
  const secret = newHookSecret()
  const row = await inTransaction(db, tx, async (tx) => {
    await audit(tx, orgId, {
      action: 'hook.secret_rotated',
      target: toAuditTarget(workflowId, name),
    })
    return saveHook(tx, {
      workflow_id: workflowId,
      id: newId('hook'),
      org_id: orgId,
      secret_hash: hashSecret(secret),
      created_by: userId,
    })
  })
  const origin = String(config.env['API_URL'] ?? '')
  return { ...view(row), url: `${origin}/api/public/hooks/${row.id}/${secret}` }
}

/** Throws `not_found`. */
export const removeHook = (
  { db }: Deps,
  { principal, tx }: Ctx,
  workflowId: string,
): Promise<void> =>
  inTransaction(db, tx, async (tx) => {
    await deleteHook(tx, principal.orgId, workflowId)
    const { name } = await getHookedWorkflow(tx, principal.orgId, workflowId)
    await audit(tx, principal.orgId, {
      action: 'hook.removed',
      target: toAuditTarget(workflowId, name),
    })
  })
