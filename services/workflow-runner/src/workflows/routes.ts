import {
  createWorkflow as createOperation,
  deleteWorkflow as deleteOperation,
  getWorkflow as getOperation,
  listEventTypes,
  listNodes,
  listWorkflows,
  listWorkflowTemplates,
  updateWorkflow as updateOperation,
} from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { eventCatalog } from './event-catalog.ts'
import { createSummaries } from './summaries.ts'
import { registeredTemplates } from './templates.ts'
import { updateWorkflow } from './update-workflow.ts'
import { type WorkflowRow, workflowJson, workflowView } from './workflow-view.ts'
import { getWorkflow, pageOfWorkflows } from './workflows.db.ts'

const tagged = (c: Context<AppEnv>, row: WorkflowRow) => {
  c.header('etag', versionEtag(row.id, row.version))
  return workflowView(row)
}

/** Mounts the palette and workflows; static paths before those with an id. */
export function workflowRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, listNodes, async () => ({ items: deps.registry.descriptors() }))
  mount(app, listEventTypes, async () => ({ items: eventCatalog }))
  mount(app, listWorkflowTemplates, async () => ({ items: registeredTemplates(deps.registry) }))
  const summaries = createSummaries(deps)
  mount(app, listWorkflows, async ({ c, principal, query: { view, ...page } }) => {
    if (view === 'summary') return { ...(await summaries(principal.orgId, page)), ...page }
    const { rows, total } = await pageOfWorkflows(deps.db, principal.orgId, page)
    const rest = JSON.stringify({ total, ...page }).slice(1)
    const body = `{"items":[${rows.map(workflowJson).join()}],${rest}`
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  mount<typeof createOperation, WorkflowDatabase>(
    app,
    createOperation,
    async ({ c, principal, body, tx }) => {
      const row = await createWorkflow(deps, { principal, tx }, body)
      c.header('location', `/api/workflows/${row.id}`)
      return tagged(c, row)
    },
    deps.db,
  )
  mount(app, getOperation, async ({ c, principal, params }) =>
    tagged(c, await getWorkflow(deps.db, principal.orgId, params.id)),
  )
  mount(app, updateOperation, async ({ c, principal, params, body }) => {
    const input = { id: params.id, ifMatch: c.req.header('if-match'), changes: body }
    return tagged(c, await updateWorkflow(deps, { principal }, input))
  })
  mount(app, deleteOperation, async ({ c, principal, params }) => {
    await deleteWorkflow(deps, { principal }, { id: params.id, ifMatch: c.req.header('if-match') })
    return undefined
  })
}
