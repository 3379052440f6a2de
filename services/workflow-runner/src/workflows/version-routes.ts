import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { restoreVersion } from './restore-version.ts'
import { getVersion, pageOfVersions } from './versions.db.ts'
import { workflowView } from './workflow-view.ts'
import { getWorkflow } from './workflows.db.ts'

const headerView = createView(operations.WorkflowVersionHeader)
const versionView = createView(operations.WorkflowVersion)

export function versionRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listWorkflowVersions, async ({ principal, params, query }) => {
    await getWorkflow(db, principal.orgId, params.id)
    const { rows, ...page } = await pageOfVersions(db, principal.orgId, params.id, query)
    return { items: rows.map(headerView), ...page }
  })
  mount(app, operations.getWorkflowVersion, async ({ principal, params }) =>
    versionView(await getVersion(db, principal.orgId, params.id, params.n)),
  )
  mount(app, operations.restoreWorkflowVersion, { db }, async (call) => {
    const { id, n: version } = call.params
    const row = await restoreVersion(deps, call, {
      id,
      version,
      ifMatch: call.c.req.header('if-match'),
    })
    call.c.header('etag', versionEtag(row.id, row.version))
    return workflowView(row)
  })
}
