import type { OrgPrincipal } from '@atrium/contracts'
import { networkEndpoints, startSandbox } from '@atrium/sandbox'
import {
  type Answer,
  movableClock,
  readAnswer,
  startTestService,
  type TestCaller,
} from '@atrium/service-testkit'
import type { ConnectOptions } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createConnectService } from '../src/service.ts'

export type { Answer }

export interface HarnessOptions extends Omit<ConnectOptions, 'onDeps' | 'now'> {
  env?: Readonly<Record<string, string | undefined>>
  /** Networks to point at the sandbox, in addition to the Pages network. */
  networks?: readonly string[]
}

export type Caller = TestCaller<OrgPrincipal>

export const redirectUri = 'http://localhost:3000/api/connect/pagenet/callback'
const clientSecret = 'marked-client-secret-5c1f'
export type Harness = Awaited<ReturnType<typeof startHarness>>

/** Starts the service as in production, next to a sandbox, with its own database and NATS. */
export async function startHarness(options: HarnessOptions = {}) {
  const sandbox = await startSandbox({ pagenet: { clientId: 'app-1', clientSecret } })
  sandbox.pagenet.redirectUris.add(redirectUri)
  const env = {
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
  }
  const clock = movableClock()
  const built: Deps[] = []
  const definition = createConnectService({
    networkTimeoutMs: 1_000,
    ...options,
    now: clock.now,
    onDeps: (deps) => void built.push(deps),
  })
  const service = await startTestService(definition, { env, busName: 'workflow' }).catch(
    async (error) => {
      await sandbox.stop()
      throw error
    },
  )
  const { bus } = service
  const events: string[] = []
  bus.nc.subscribe(bus.subject('events.>'), {
    callback: (_error, message) => void events.push(`${message.subject} ${message.string()}`),
  })
  const lastBuilt = (): Deps => {
    const deps = built.at(-1)
    if (deps === undefined) throw new Error('the service was not built')
    return deps
  }
  return {
    ...service,
    deps: lastBuilt(),
    /** Every published event, each starting with its subject. */
    events,
    clock,
    sandbox,
    request: async (path: string, init: RequestInit): Promise<Answer> =>
      readAnswer(await fetch(service.url + path, { redirect: 'manual', ...init })),
    /** Adds a replica on the same database and bus, and returns its dependencies. */
    async addReplica(): Promise<Deps> {
      await service.startReplica()
      return lastBuilt()
    },
    /** Sends a request as a user without an active organisation. */
    homeless: (method: string, path: string, body?: unknown) =>
      service.caller({ orgId: null })(method, path, body),
    person: (more: Partial<OrgPrincipal> = {}): Caller =>
      service.caller({ role: 'owner', ...more }),
    async stop() {
      await service.stop()
      await sandbox.stop()
    },
  }
}

/** Throws if the response is no redirect. */
export const toLocation = (answer: Answer): URL => {
  const location = answer.headers.get('location')
  if (answer.status !== 302 || location === null)
    throw new Error(`${answer.status}: ${answer.text}`)
  return new URL(location)
}

/** Goes through the sandbox's dialog and returns the path of the callback. */
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
  const dialog = toLocation(await caller('GET', '/api/connect/pagenet/start'))
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

/** Connects one Page through a picker and returns the channel id. */
export async function connectPage(caller: Caller, pageId = '1001'): Promise<string> {
  const back = toLocation(await caller('GET', await consent(caller)))
  const picker = back.searchParams.get('picker')
  if (picker === null) throw new Error(`no picker: ${back.href}`)
  const answer = await caller('POST', `/api/connect/pagenet/pickers/${picker}`, { pageId })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`)
  return String(answer.body['id'])
}
