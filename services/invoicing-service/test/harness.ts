import { randomBytes } from 'node:crypto'
import { FindOrg, newId, type OrgRole, type Principal } from '@atrium/contracts'
import { createPrincipalTokens, operationsOf, principalHeader } from '@atrium/http'
import { connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { createLogger, startService } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { capturedLog, createTestDatabase, createTestEnv } from '@atrium/testkit'
import type { InvoicingOptions } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createInvoicingService } from '../src/service.ts'

export interface Answer {
  status: number
  headers: Headers
  // Test code reads answers freely; what they hold is checked by the assertions.
  body: Record<string, never> & { [key: string]: unknown }
  text: string
}

export interface HarnessOptions extends Omit<InvoicingOptions, 'onDeps' | 'now'> {
  env?: Readonly<Record<string, string | undefined>>
}

export interface Caller {
  orgId: string
  userId: string
  /** One request as this caller; a body that is not text is sent as JSON. */
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** The service as it runs in production, on a database and a NATS namespace of its own, with a clock to move. */
export async function startHarness(options: HarnessOptions = {}) {
  const database = await createTestDatabase()
  const env = createTestEnv({ databaseUrl: database.url, overrides: options.env ?? {} })
  const log = capturedLog()
  const clock = { offsetMs: 0 }
  const seen: { deps?: Deps } = {}
  const start = () =>
    startService(
      createInvoicingService({
        ...options,
        now: () => new Date(Date.now() + clock.offsetMs),
        onDeps: (deps) => {
          seen.deps = deps
        },
      }),
      { env, port: 0, destination: log.destination },
    )
  const service = await start()
  const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
  const bus = await connectBus({
    url: env['NATS_URL'] ?? '',
    service: 'identity',
    namespace: env['NATS_NAMESPACE'],
    logger: createLogger('identity', 'fatal', {}, log.destination),
    metrics: createMetrics('identity'),
    tracing: propagateOnly,
  })
  const orgs = new Map<string, string>()
  const stopRpc = await serveRpc(bus, '0.0.0', [
    rpcHandler(FindOrg, async ({ slugOrId }) => {
      const known = [...orgs].find((entry) => entry.includes(slugOrId))
      if (known === undefined) return { org: null }
      const [slug, orgId] = known
      return { org: { orgId, name: slug, slug, ownerId: newId('usr') } }
    }),
  ])
  const request = (path: string, init: RequestInit) => send(service.url, path, init)
  const { deps } = seen
  if (deps === undefined) throw new Error('the service was not built')

  return {
    deps,
    env,
    log,
    bus,
    clock,
    url: service.url,
    /** Everything that the service answers over HTTP. */
    operations: operationsOf(service.app),
    request,
    /** A caller with a role in an org, a new one unless told; of another instance when `at` says so. */
    as(
      role: OrgRole,
      orgId: string = newId('org'),
      more: Partial<Principal> = {},
      at: string = service.url,
    ): Caller {
      const principal: Principal = {
        userId: newId('usr'),
        orgId,
        role,
        isAdmin: false,
        via: 'session',
        credentialId: 'ses_1',
        ...more,
      }
      const call = async (
        method: string,
        path: string,
        body?: unknown,
        headers: Record<string, string> = {},
      ): Promise<Answer> =>
        send(at, path, {
          method,
          headers: {
            [principalHeader]: await tokens.sign(principal),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
      return Object.assign(call, { orgId, userId: principal.userId })
    },
    /** Makes an org known to identity's directory under a new slug, and by its id. */
    name(orgId: string): string {
      const slug = `org-${randomBytes(4).toString('hex')}`
      orgs.set(slug, orgId)
      return slug
    },
    async stop() {
      await stopRpc()
      await bus.drain()
      await service.stop()
      await database.drop()
    },
  }
}

/** One request; the body parsed when it is JSON. */
export async function send(base: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(base + path, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : {}) as Answer['body'],
    text,
  }
}

/** The id in an answer; throws when it was refused. */
export function idOf(answer: Answer): string {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`)
  return String(answer.body['id'])
}

export const aCustomer = { name: 'Harbour Bakery', email: 'accounts@bakery.example' }

/** A customer of the caller's org. */
export const createCustomer = async (call: Caller, more: object = {}): Promise<string> =>
  idOf(await call('POST', '/api/customers', { ...aCustomer, ...more }))

export const aLine = { description: 'Consulting', quantity: 2, unitAmountCents: 15_000 }

/** A draft of the caller's org. */
export const createDraft = async (call: Caller, more: object = {}): Promise<string> =>
  idOf(
    await call('POST', '/api/invoicing', {
      customerId: await createCustomer(call),
      lineItems: [aLine],
      vatRateBps: 2_000,
      ...more,
    }),
  )
