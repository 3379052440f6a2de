import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { WorkflowRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { eventCatalog } from '../events/event-catalog.ts'
import { registeredTemplates } from '../templates/registered-templates.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { listLabels } from './labels.db.ts'
import { findModelWarnings } from './model-warnings.ts'
import { createSummaries } from './summaries.ts'
import { updateWorkflow } from './update-workflow.ts'
import { workflowJson, workflowView } from './workflow-view.ts'
import { getWorkflow, pageOfWorkflows } from './workflows.db.ts'

const tagged = (c: Context<AppEnv>, row: WorkflowRow) => {
  c.header('etag', versionEtag(row.id, row.version))
  return workflowView(row)
}

/** Adds warnings about steps without a language model for the caller. */
async function warned(
  deps: Deps,
  { c, principal, activates = false }: WarnedCall,
  row: WorkflowRow,
) {
  const warnings = await findModelWarnings(deps, principal, row)
  const view = tagged(c, row)
  return warnings.length > 0 || activates ? { ...view, warnings } : view
}
type WarnedCall = { c: Context<AppEnv>; principal: operations.OrgPrincipal; activates?: boolean }

/** Mounts the palette and workflow routes. Static paths come before paths with an id. */
export function workflowRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db, registry } = deps
  mount(app, operations.listNodes, async ({ principal }) => ({
    items: (await registry.forOrg(principal.orgId)).descriptors(),
  }))
  mount(app, operations.listEventTypes, async () => ({ items: eventCatalog }))
  mount(app, operations.listWorkflowTemplates, async ({ principal }) => ({
    items: registeredTemplates(await registry.forOrg(principal.orgId)),
  }))
  const summaries = createSummaries(deps)
  mount(app, operations.listWorkflows, async ({ c, principal, query: { view, ...page } }) => {
    if (view === 'summary') return summaries(principal.orgId, page)
    const { rows, ...bounds } = await pageOfWorkflows(db, principal.orgId, page)
    const rest = JSON.stringify(bounds).slice(1)
    const body = `{"items":[${rows.map(workflowJson).join()}],${rest}`
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  mount(app, operations.listWorkflowLabels, ({ principal }) => listLabels(db, principal.orgId))
  mount(app, operations.createWorkflow, { db }, async (call) =>
    tagged(call.c, await createWorkflow(deps, call, call.body)),
  )
  mount(app, operations.getWorkflow, async ({ c, principal, params }) =>
    warned(deps, { c, principal }, await getWorkflow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateWorkflow, { db }, async (call) => {
    const input = { id: call.params.id, ifMatch: call.c.req.header('if-match'), changes: call.body }
    const { c, principal, body } = call
    return warned(
      deps,
      { c, principal, activates: body.active === true },
      await updateWorkflow(deps, call, input),
    )
  })
  mount(app, operations.deleteWorkflow, { db }, (call) =>
    deleteWorkflow(deps, call, { id: call.params.id, ifMatch: call.c.req.header('if-match') }),
  )
}
