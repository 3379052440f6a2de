import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getCredentialRow, pageOfCredentials } from './credentials.db.ts'
import { createCredential, deleteCredential, updateCredential } from './manage-credentials.ts'

const view = createView(operations.Credential)

export function credentialRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listCredentials, async ({ principal, query }) => {
    const { rows, ...page } = await pageOfCredentials(db, principal.orgId, query)
    return { items: rows.map(view), ...page }
  })
  mount(app, operations.createCredential, { db }, async (call) =>
    view(await createCredential(deps, call, call.body)),
  )
  mount(app, operations.getCredential, async ({ principal, params }) =>
    view(await getCredentialRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateCredential, async (call) =>
    view(await updateCredential(deps, call, { id: call.params.id, input: call.body })),
  )
  mount(app, operations.deleteCredential, (call) => deleteCredential(deps, call, call.params.id))
}
