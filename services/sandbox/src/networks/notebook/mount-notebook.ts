import { randomBytes, randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { createFaults } from '../../pages/faults.ts'
import { form, mountForm, showRecord } from '../../pages/inspect.ts'
import { networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { type Watched, watching } from '../with-faults.ts'
import { databasePages, mountDatabasePages } from './notebook-pages.ts'
import { notebookCall, problem } from './notebook-routes.ts'
import { createNotebookContents, type NotebookContents } from './notebook-state.ts'

export interface NotebookIntegration {
  token: string
  /** Its bot user's id. */
  id: string
  name: string
  workspace: string
  state: 'valid' | 'revoked'
}

/** The notebook provider with its integrations, tokens and recorded calls. */
export interface NotebookSandbox extends Watched {
  integrations: NotebookIntegration[]
  /** Calls per second for one integration on average, and also the burst limit. */
  perSecond: number
  contents: NotebookContents
  addIntegration(name: string, workspace: string, token?: string): NotebookIntegration
}

/** The token to paste for manual tests. */
export const notebookToken = 'ntn_sandbox_integration_token'

/** The remaining calls, and the time of that count. */
interface Bucket {
  left: number
  at: number
}

/** Mounts the API below `/notebook/v1`, and a page to create and revoke integrations. */
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
  const watch = watching(
    'notebook',
    sandbox,
    ({ status }) =>
      problem(status, 'service_unavailable', 'Notebook is unavailable, try again later').body,
  )
  app.all('/notebook/v1/*', (c) => watch(c, () => answered(c, sandbox, buckets)))
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
  const tokenIntegration = integrations.find((integration) => integration.token === token)
  if (tokenIntegration?.state !== 'valid') {
    throw problem(401, 'unauthorized', `API token ${token ?? ''} is invalid.`)
  }
  const now = performance.now()
  const { left, at } = buckets.get(tokenIntegration) ?? { left: perSecond, at: now }
  const available = Math.min(perSecond, left + ((now - at) / 1_000) * perSecond)
  buckets.set(tokenIntegration, { left: Math.max(0, available - 1), at: now })
  if (available < 1) {
    const message = 'You have been rate limited. Please try again later.'
    throw problem(429, 'rate_limited', message, { 'retry-after': '1' })
  }
  const version = c.req.header('notion-version')
  if (version === undefined) {
    throw problem(400, 'missing_version', 'Notion-Version header failed validation')
  }
  if (!/^20\d\d-\d\d-\d\d$/.test(version)) {
    throw problem(400, 'validation_error', 'Notion-Version header is not a version')
  }
  if (`${c.req.method} ${c.req.path}` !== 'GET /notebook/v1/users/me') {
    return c.json({ ...(await notebookCall(c, contents, version)), request_id: randomUUID() })
  }
  return c.json({
    object: 'user',
    id: tokenIntegration.id,
    type: 'bot',
    name: tokenIntegration.name,
    avatar_url: null,
    bot: {
      owner: { type: 'workspace', workspace: true },
      workspace_name: tokenIntegration.workspace,
    },
    request_id: randomUUID(),
  })
}

function mountPages(app: Hono<SandboxEnv>, sandbox: NotebookSandbox): void {
  const to = '/notebook/integrations'
  app.get('/notebook', (c) =>
    c.html(
      networkPage(
        'Notebook integrations',
        html`${sandbox.integrations.map((integration) =>
          showRecord(integration, form(to, { token: 'hidden' }, ['revoke'], { ...integration })),
        )}
${form(to, { name: 'required', workspace: 'required' }, ['add'])}${databasePages(sandbox.contents)}`,
      ),
    ),
  )
  mountForm(app, to, '/notebook', ({ text }) => {
    if (text('do') === 'add') sandbox.addIntegration(text('name'), text('workspace'))
    for (const integration of sandbox.integrations) {
      if (integration.token === text('token')) integration.state = 'revoked'
    }
  })
}

const endpoints: NetworkEndpoints = {
  network: 'notebook',
  prefix: 'NOTEBOOK_',
  variables: (sandbox) => ({ NOTEBOOK_API_URL: `${sandbox}/notebook` }),
}

export const notebook = { endpoints, mount }
