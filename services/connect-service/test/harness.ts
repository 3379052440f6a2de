import { newId, type OrgPrincipal, type Principal } from '@atrium/contracts'
import { createPrincipalTokens, operationsOf, principalHeader } from '@atrium/http'
import { connectBus, type RpcHandler, serveRpc } from '@atrium/messaging'
import { networkEndpoints, type Sandbox, startSandbox } from '@atrium/sandbox'
import { createLogger, startService } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { capturedLog, createTestDatabase, createTestEnv } from '@atrium/testkit'
import type { ConnectOptions } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createConnectService } from '../src/service.ts'

export interface Answer {
  status: number
  headers: Headers
  // Test code reads answers freely; what they hold is checked by the assertions.
  body: Record<string, never> & { [key: string]: unknown }
  text: string
}

export interface HarnessOptions extends Omit<ConnectOptions, 'onDeps' | 'now'> {
  env?: Readonly<Record<string, string | undefined>>
  /** Networks beside that of Pages that are pointed at the sandbox. */
  networks?: readonly string[]
}

export interface Caller {
  userId: string
  orgId: string
  principal: OrgPrincipal
  /** One request as this caller; it follows no redirect. */
  (method: string, path: string, body?: unknown): Promise<Answer>
  /** One request with a body that is not JSON. */
  raw(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response>
}

export const redirectUri = 'http://localhost:3000/api/connect/pagenet/callback'
const clientSecret = 'marked-client-secret-5c1f'
export type Harness = Awaited<ReturnType<typeof startHarness>>

/** The service as it runs in production, beside a sandbox, with a database and NATS of its own. */
export async function startHarness(options: HarnessOptions = {}) {
  const sandbox: Sandbox = await startSandbox({ pagenet: { clientId: 'app-1', clientSecret } })
  sandbox.pagenet.redirectUris.add(redirectUri)
  const database = await createTestDatabase()
  const env = createTestEnv({
    databaseUrl: database.url,
    overrides: {
      SOCIAL_TOKEN_ENCRYPTION_KEY: 'a-long-enough-key-for-the-tests-of-tokens',
      PAGENET_CLIENT_ID: 'app-1',
      PAGENET_CLIENT_SECRET: clientSecret,
      PAGENET_OAUTH_REDIRECT_URI: redirectUri,
      PAGENET_DIALOG_URL: `${sandbox.url}/pagenet/dialog`,
      PAGENET_TOKEN_URL: `${sandbox.url}/pagenet/v25.0/oauth/access_token`,
      PAGENET_API_URL: `${sandbox.url}/pagenet/v25.0`,
      ...Object.assign(
        {},
        ...networkEndpoints
          .filter(({ network }) => options.networks?.includes(network))
          .map(({ variables }) => variables(sandbox.url, 'http://localhost:3000')),
      ),
      LOG_LEVEL: 'debug',
      ...options.env,
    },
  })
  const log = capturedLog()
  const clock = { offsetMs: 0 }
  const seen: { deps?: Deps } = {}
  const start = (onDeps: (deps: Deps) => void) =>
    startService(
      createConnectService({
        networkTimeoutMs: 1_000,
        ...options,
        now: () => new Date(Date.now() + clock.offsetMs),
        onDeps,
      }),
      { env, port: 0, destination: log.destination },
    )
  const service = await start((deps) => {
    seen.deps = deps
  })
  const replicas: Array<Awaited<ReturnType<typeof start>>> = []
  const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
  const bus = await connectBus({
    url: env['NATS_URL'] ?? '',
    service: 'workflow',
    namespace: env['NATS_NAMESPACE'],
    logger: createLogger('workflow', 'fatal', {}, log.destination),
    metrics: createMetrics('workflow'),
    tracing: propagateOnly,
  })
  const events: string[] = []
  bus.nc.subscribe(bus.subject('events.>'), {
    callback: (_error, message) => void events.push(`${message.subject} ${message.string()}`),
  })
  const { deps } = seen
  if (deps === undefined) throw new Error('the service was not built')

  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(service.url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const body = (isJson ? JSON.parse(text) : {}) as Answer['body']
    return { status: response.status, headers: response.headers, body, text }
  }
  return {
    deps,
    /** Every event that was published, its subject first. */
    events,
    log,
    bus,
    clock,
    sandbox,
    /** Everything that the service answers over HTTP. */
    operations: operationsOf(service.app),
    request,
    /** Another replica over the same database and bus; its dependencies. */
    async addReplica(): Promise<Deps> {
      const own: { deps?: Deps } = {}
      replicas.push(
        await start((given) => {
          own.deps = given
        }),
      )
      if (own.deps === undefined) throw new Error('the replica was not built')
      return own.deps
    },
    /** Answers other services' calls, as the service would that owns them; returns how to stop. */
    answer: (handlers: readonly RpcHandler[]) => serveRpc(bus, '0.0.0', handlers),
    /** One request of somebody without an active org. */
    async homeless(method: string, path: string, body?: unknown): Promise<Answer> {
      const principal: Principal = {
        ...{ userId: newId('usr'), orgId: null, role: null, isAdmin: false },
        ...{ via: 'session', credentialId: newId('ses') },
      }
      const headers = { [principalHeader]: await tokens.sign(principal), 'content-type': 'application/json' }
      return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    },
    /** A person with a session of their own. */
    person(more: Partial<OrgPrincipal> = {}): Caller {
      const principal: OrgPrincipal = {
        userId: newId('usr'),
        orgId: newId('org'),
        role: 'owner',
        isAdmin: false,
        via: 'session',
        credentialId: newId('ses'),
        ...more,
      }
      const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
        request(path, {
          method,
          headers: {
            [principalHeader]: await tokens.sign(principal),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      const raw: Caller['raw'] = async (path, init) =>
        fetch(service.url + path, {
          ...init,
          headers: { ...init.headers, [principalHeader]: await tokens.sign(principal) },
        })
      return Object.assign(call, { userId: principal.userId, orgId: principal.orgId, principal, raw })
    },
    async stop() {
      await bus.drain()
      for (const replica of replicas) await replica.stop()
      await service.stop()
      await database.drop()
      await sandbox.stop()
    },
  }
}

/** Where the browser is sent: the answer's `Location`. Throws when there is none. */
export const locationOf = (answer: Answer): URL => {
  const location = answer.headers.get('location')
  if (answer.status !== 302 || location === null) throw new Error(`${answer.status}: ${answer.text}`)
  return new URL(location)
}

/** Goes through the sandbox's dialog; answers the path of the callback that the browser is sent to. */
export async function consent(
  caller: Caller,
  decision: 'approve' | 'deny' = 'approve',
  permissions = [
    'public_profile',
    'pages_show_list',
    'pages_read_engagement',
    'pages_manage_posts',
    'pages_manage_engagement',
  ],
): Promise<string> {
  const dialog = locationOf(await caller('GET', '/api/connect/pagenet/start'))
  const shown = await fetch(dialog)
  if (shown.status !== 200) throw new Error(await shown.text())
  const form = new URLSearchParams({
    redirect_uri: dialog.searchParams.get('redirect_uri') ?? '',
    state: dialog.searchParams.get('state') ?? '',
    decision,
  })
  for (const permission of permissions) form.append('permission', permission)
  const answer = await fetch(new URL('/pagenet/dialog', dialog), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Connects one Page through a picker; answers the channel's id. */
export async function connectPage(caller: Caller, pageId = '1001'): Promise<string> {
  const back = locationOf(await caller('GET', await consent(caller)))
  const picker = back.searchParams.get('picker')
  if (picker === null) throw new Error(`no picker: ${back.href}`)
  const answer = await caller('POST', `/api/connect/pagenet/pickers/${picker}`, { pageId })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`)
  return String(answer.body['id'])
}
