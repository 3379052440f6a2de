import { type CreateWorkflow, newId, type OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import type { WorkflowRow } from './workflow-view.ts'
import { insertWorkflow } from './workflows.db.ts'

/** Saves a new workflow, whatever state its graph is in; it is never active. */
export const createWorkflow = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: CreateWorkflow,
): Promise<WorkflowRow> =>
  inTransaction(deps.db, ctx.tx, (tx) =>
    insertWorkflow(tx, {
      id: newId('wf'),
      orgId: ctx.principal.orgId,
      ownerId: ctx.principal.userId,
      name: input.name,
      description: input.description ?? null,
      graph: input.graph,
    }),
  )
