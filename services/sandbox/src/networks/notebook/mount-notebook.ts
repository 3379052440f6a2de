import { randomBytes, randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { createFaults, type Faults } from '../../payments/faults.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { networkPage } from '../network-page.ts'
import { withFaults } from '../with-faults.ts'
import { databasePages, mountDatabasePages } from './notebook-pages.ts'
import { NotebookProblem, notebookCall } from './notebook-routes.ts'
import { createNotebookContents, type NotebookContents } from './notebook-state.ts'

export interface NotebookIntegration {
  token: string
  /** The id of its bot user. */
  id: string
  name: string
  workspace: string
  state: 'valid' | 'revoked'
}

/** The notebook provider: integrations with their tokens, and the calls that were made. */
export interface NotebookSandbox {
  integrations: NotebookIntegration[]
  /** Calls in a second that one integration may make on average; as many at once. */
  perSecond: number
  faults: Faults
  /** Every call, `METHOD /path` below `/notebook`. */
  calls: string[]
  contents: NotebookContents
  addIntegration(name: string, workspace: string, token?: string): NotebookIntegration
}

/** The token to paste when trying the flow. */
export const notebookToken = 'ntn_sandbox_integration_token'

/** Calls that are left, and when that was. */
interface Bucket {
  left: number
  at: number
}

const refusal = (status: number, code: string, message: string) => ({
  object: 'error',
  status,
  code,
  message,
  request_id: randomUUID(),
})

/** Mounts the API below `/notebook/v1` and a page where integrations are made and revoked. */
function mount(app: Hono<SandboxEnv>): NotebookSandbox {
  const integrations: NotebookIntegration[] = []
  const sandbox: NotebookSandbox = {
    integrations,
    perSecond: 3,
    faults: createFaults(),
    calls: [],
    contents: createNotebookContents(),
    addIntegration(name, workspace, token = `ntn_${randomBytes(23).toString('hex')}`) {
      const made = { token, id: randomUUID(), name, workspace, state: 'valid' as const }
      integrations.push(made)
      return made
    },
  }
  sandbox.addIntegration('Atrium', 'Harbour Bakery', notebookToken)
  const buckets = new Map<NotebookIntegration, Bucket>()
  app.all('/notebook/v1/*', (c) =>
    withFaults(
      c,
      { ...sandbox, network: 'notebook' },
      () => answered(c, sandbox, buckets),
      ({ status }) => refusal(status, 'service_unavailable', 'Notebook is unavailable, try again later'),
    ),
  )
  mountPages(app, sandbox)
  mountDatabasePages(app, sandbox.contents)
  return sandbox
}

async function answered(
  c: Context,
  { integrations, perSecond, contents }: NotebookSandbox,
  buckets: Map<NotebookIntegration, Bucket>,
): Promise<Response> {
  const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  const known = integrations.find((integration) => integration.token === token)
  if (known?.state !== 'valid') {
    return c.json(refusal(401, 'unauthorized', `API token ${token ?? ''} is invalid.`), 401)
  }
  const now = performance.now()
  const { left, at } = buckets.get(known) ?? { left: perSecond, at: now }
  const available = Math.min(perSecond, left + ((now - at) / 1_000) * perSecond)
  buckets.set(known, { left: Math.max(0, available - 1), at: now })
  if (available < 1) {
    const body = refusal(429, 'rate_limited', 'You have been rate limited. Please try again later.')
    return c.json(body, 429, { 'retry-after': '1' })
  }
  const version = c.req.header('notion-version')
  if (version === undefined) {
    return c.json(refusal(400, 'missing_version', 'Notion-Version header failed validation'), 400)
  }
  if (!/^20\d\d-\d\d-\d\d$/.test(version)) {
    return c.json(refusal(400, 'validation_error', 'Notion-Version header is not a version'), 400)
  }
  if (`${c.req.method} ${c.req.path}` !== 'GET /notebook/v1/users/me') {
    try {
      const body = await notebookCall(c, contents, version)
      if (body !== undefined) return c.json({ ...body, request_id: randomUUID() })
    } catch (error) {
      if (!(error instanceof NotebookProblem)) throw error
      return c.json(refusal(error.status, error.code, error.message), error.status as 400)
    }
    return c.json(refusal(400, 'invalid_request_url', 'Invalid request URL.'), 400)
  }
  return c.json({
    object: 'user',
    id: known.id,
    type: 'bot',
    name: known.name,
    avatar_url: null,
    bot: { owner: { type: 'workspace', workspace: true }, workspace_name: known.workspace },
    request_id: randomUUID(),
  })
}

function mountPages(app: Hono<SandboxEnv>, sandbox: NotebookSandbox): void {
  app.get('/notebook', (c) =>
    c.html(
      networkPage(
        'Notebook integrations',
        html`${sandbox.integrations.map(
          ({ token, name, workspace, state }) =>
            html`<form method="post" action="/notebook/integrations"><p>${name} in ${workspace}, ${state}: <code>${token}</code>
<input type="hidden" name="token" value="${token}"> <button name="do" value="revoke">Revoke</button></p></form>`,
        )}
<form method="post" action="/notebook/integrations"><input name="name" placeholder="Name" required>
<input name="workspace" placeholder="Workspace" required> <button name="do" value="add">New integration</button></form>${databasePages(sandbox.contents)}`,
      ),
    ),
  )
  app.post('/notebook/integrations', async (c) => {
    const form = await c.req.parseBody()
    const text = (name: string) => String(form[name] ?? '')
    if (text('do') === 'add') sandbox.addIntegration(text('name'), text('workspace'))
    for (const integration of sandbox.integrations) {
      if (integration.token === text('token')) integration.state = 'revoked'
    }
    return c.redirect('/notebook', 303)
  })
}

const endpoints: NetworkEndpoints = {
  network: 'notebook',
  prefix: 'NOTEBOOK_',
  variables: (sandbox) => ({ NOTEBOOK_API_URL: `${sandbox}/notebook` }),
}

export const notebook = { endpoints, mount }
