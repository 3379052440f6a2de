import { exposedConfig } from '@atrium/config'
import { commonErrors, getConfig, getHealth, type Health, streamEvents } from '@atrium/contracts'
import {
  type AppEnv,
  answer,
  type Exchange,
  mount,
  openApiDocument,
  operationsOf,
  recordOperation,
} from '@atrium/http'
import { type Kit, version } from '@atrium/service-kit'
import { Hono } from 'hono'
import { docsRoutes } from './docs/docs-routes.ts'
import { createDocumentReader } from './openapi/read-documents.ts'
import type { UpstreamPools } from './proxy/upstream-pools.ts'

/**
 * The application behind the gateway's own routes. It runs after admission and throws its refusals: request id, log line
 * and problem answers are those of the exchange.
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
  recordOperation(app, streamEvents)
  mount(app, getConfig, async () => exposedConfig(kit.env))
  const own = { ...openApiDocument('Atrium', version, operationsOf(app)), servers: [{ url: '/' }] }
  const document = createDocumentReader(own, pools, kit.logger)
  app.get('/api/openapi.json', async (c) =>
    c.body(await document(), 200, { 'content-type': 'application/json' }),
  )
  docsRoutes(app)
  return app
}

/** Answers an admitted request for a path of the gateway. */
export type AnswerOwn = (exchange: Exchange, path: string) => Promise<void>

/** The paths whose answers change; every other answer of the gateway is a constant of the process. */
const changing: ReadonlySet<string> = new Set(['/api/health', '/api/openapi.json'])

/** Answers requests with the application, HEAD as GET without the body; keeps the constant answers. */
export function createAnswerOwn(app: Hono<AppEnv>): AnswerOwn {
  const constants = new Map<string, readonly [number, readonly string[], Buffer]>()
  return async (exchange, path) => {
    const known = constants.get(path)
    if (known !== undefined) return answer(exchange, ...known)
    const response = await app.request(path)
    const headers = [...response.headers].flat()
    if (!response.headers.has('cache-control')) headers.push('cache-control', 'no-store')
    const whole = [response.status, headers, Buffer.from(await response.arrayBuffer())] as const
    if (!changing.has(path)) constants.set(path, whole)
    answer(exchange, ...whole)
  }
}

/** Concurrent calls share one run, since requests for the health record have no limit. */
function shared<T>(step: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= step().finally(() => {
      running = undefined
    })
    return running
  }
}
