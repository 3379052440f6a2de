import { exposedConfig } from '@atrium/config'
import { commonErrors, getConfig, getHealth, type Health } from '@atrium/contracts'
import { type AppEnv, answer, type Exchange, mount, openApiDocument, operationsOf } from '@atrium/http'
import { type Kit, version } from '@atrium/service-kit'
import { Hono } from 'hono'
import { docsRoutes } from './docs/docs-routes.ts'
import { createDocumentReader } from './openapi/read-documents.ts'
import type { UpstreamPools } from './proxy/upstream-pools.ts'
import type { RequestTarget } from './routes/request-target.ts'

/**
 * The application behind the gateway's own routes. It is asked after admission and throws its refusals: request id, log
 * line and problem answers are those of the exchange.
 */
export function createOwnApp(
  kit: Pick<Kit<never>, 'env' | 'logger'>,
  pools: UpstreamPools,
  readHealth: () => Promise<Health>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error) => {
    throw error
  })
  app.notFound(() => {
    throw commonErrors.not_found()
  })
  app.get('/', (c) => c.redirect('/api/docs'))
  mount(app, getHealth, shared(readHealth))
  mount(app, getConfig, async () => exposedConfig(kit.env))
  const own = { ...openApiDocument('Atrium', version, operationsOf(app)), servers: [{ url: '/' }] }
  const document = createDocumentReader(own, pools, kit.logger)
  app.get('/api/openapi.json', async (c) =>
    c.body(await document(), 200, { 'content-type': 'application/json' }),
  )
  docsRoutes(app)
  return app
}

/** Answers an admitted request with the application; HEAD as GET without the body. */
export async function answerOwn(
  app: Hono<AppEnv>,
  exchange: Exchange,
  { path, query }: RequestTarget,
): Promise<void> {
  const response = await app.request(path + query)
  const headers = [...response.headers].flat()
  if (!response.headers.has('cache-control')) headers.push('cache-control', 'no-store')
  answer(exchange, response.status, headers, Buffer.from(await response.arrayBuffer()))
}

/** Concurrent calls share one run: requests for the health record are not limited. */
function shared<T>(step: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= step().finally(() => {
      running = undefined
    })
    return running
  }
}
