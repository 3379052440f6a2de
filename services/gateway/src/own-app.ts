import { exposedConfig } from '@atrium/config'
import {
  commonErrors,
  type DormantIntegration,
  getAttention,
  getConfig,
  getHealth,
  getOverview,
  getPlan,
  type Health,
  listDeadLetters,
  listServiceStates,
  type Principal,
  redriveDeadLetter,
  searchEverything,
  serviceDeadLetters,
  serviceRedrive,
  streamEvents,
} from '@atrium/contracts'
import { type AppEnv, answer, type Exchange, mount, recordOperation } from '@atrium/http'
import { callRpc } from '@atrium/messaging'
import type { Kit } from '@atrium/service-kit'
import { Hono } from 'hono'
import { docsRoutes } from './docs/docs-routes.ts'
import { createDocumentReader } from './openapi/api-document.ts'
import type { OverviewDeps } from './overview/ask-services.ts'
import { serviceStates } from './overview/operator.ts'
import { attention, search } from './overview/overview.ts'
import { planUsage } from './overview/plan-usage.ts'
import { readOverview } from './overview/read-overview.ts'
import type { RequestTarget } from './routes/request-target.ts'
import { shareRun } from './share-run.ts'

/**
 * Creates the application of the gateway's own routes. It runs after admission and throws its
 * errors.
 */
export function createOwnApp(
  kit: Pick<Kit<never>, 'env'>,
  overview: OverviewDeps,
  readHealth: () => Promise<Health>,
  dormant: readonly DormantIntegration[],
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error) => {
    throw error
  })
  app.notFound(() => {
    throw commonErrors.not_found()
  })
  app.use(async (c, next) => {
    c.set('principal', callers.get(c.req.raw) ?? null)
    await next()
  })
  app.get('/', (c) => c.redirect('/api/docs'))
  // Health requests have no rate limit, so concurrent ones share one result.
  mount(app, getHealth, shareRun(readHealth))
  recordOperation(app, streamEvents)
  mount(app, getAttention, ({ principal }) => attention(overview, principal))
  mount(app, searchEverything, ({ principal, query }) => search(overview, principal, query.q))
  mount(app, getOverview, ({ principal }) => readOverview(overview, principal))
  mount(app, getPlan, ({ principal }) => planUsage(overview, principal))
  mount(app, listServiceStates, async () => ({ items: await serviceStates(overview, dormant) }))
  mount(app, listDeadLetters, ({ params, query }) =>
    callRpc(overview.bus, serviceDeadLetters[params.service], query),
  )
  mount(app, redriveDeadLetter, ({ params }) =>
    callRpc(overview.bus, serviceRedrive[params.service], { id: params.id }),
  )
  mount(app, getConfig, async () => exposedConfig(kit.env))
  const document = createDocumentReader()
  app.get('/api/openapi.json', async (c) =>
    c.body(await document(), 200, { 'content-type': 'application/json' }),
  )
  docsRoutes(app)
  return app
}

/** The admitted callers for requests in progress. */
const callers = new WeakMap<Request, Principal | null>()

export type AnswerOwn = (exchange: Exchange, target: RequestTarget) => Promise<void>

export const createAnswerOwn =
  (app: Hono<AppEnv>): AnswerOwn =>
  async (exchange, { path, query }) => {
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method
    const request = new Request(`http://gateway${path}${query}`, { method })
    callers.set(request, exchange.principal)
    const response = await app.request(request)
    const headers = [...response.headers].flat()
    if (!response.headers.has('cache-control')) headers.push('cache-control', 'no-store')
    answer(exchange, response.status, headers, Buffer.from(await response.arrayBuffer()))
  }
