import { type NewWorkflowHook, newId, WorkflowHook } from '@atrium/contracts'
import { inTransaction, viewOf } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { requireWorkflow } from '../runs/read-runs.ts'
import { hashOf, newHookSecret } from './hook-secret.ts'
import { deleteHook, getHook, saveHook } from './hooks.db.ts'

const view = viewOf(WorkflowHook)

/** The address of a workflow, without its secret. Throws `not_found`. */
export async function readHook({ db }: Deps, { principal }: Ctx, workflowId: string): Promise<WorkflowHook> {
  return view(await getHook(db, principal.orgId, workflowId))
}

/** Makes an address; the one before it ends at once. Throws `not_found`. */
export async function renewHook(
  { db, config }: Deps,
  { principal, tx }: Ctx,
  workflowId: string,
): Promise<NewWorkflowHook> {
  const { orgId } = principal
  await requireWorkflow(db, { orgId, workflowId })
  const secret = newHookSecret()
  const row = await inTransaction(db, tx, (tx) =>
    saveHook(tx, { workflow_id: workflowId, id: newId('hook'), org_id: orgId, secret_hash: hashOf(secret) }),
  )
  const origin = String(config.env['API_URL'] ?? '')
  return { ...view(row), url: `${origin}/api/public/hooks/${row.id}/${secret}` }
}

/** Ends the address of a workflow. Throws `not_found`. */
export const removeHook = ({ db }: Deps, { principal, tx }: Ctx, workflowId: string): Promise<void> =>
  inTransaction(db, tx, (tx) => deleteHook(tx, principal.orgId, workflowId))
