import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createExchanges } from '@atrium/http'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { pino } from 'pino'
import { Pool } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type StandIn, startStandIn } from '../../test/stand-in.ts'
import { createAccessWatch } from '../caller/access-watch.ts'
import { createMatcher } from '../routes/find-route.ts'
import { routeTable } from '../routes/route-table.ts'
import { forward } from './forward.ts'

const holder = { userId: 'usr_1', orgId: 'org_1' }
const access = createAccessWatch({ checkEveryMs: 5 })

/**
 * A service behind a gateway that re-checks the callers of long responses every few milliseconds.
 */
let service: StandIn
let pool: Pool
let front: Server
let admitted: boolean
/** Paths of the requests whose caller was re-checked. */
let asked: string[]
let serving: number
beforeAll(async () => {
  service = await startStandIn()
  pool = new Pool(service.url)
  const match = createMatcher(routeTable)
  const logger = pino({ level: 'silent' })
  const run = createExchanges({ logger, metrics: createMetrics('probe'), tracing: propagateOnly })
  front = createServer((request, response) => {
    const path = request.url ?? '/'
    const route = match(request.method ?? 'GET', path)
    if (route === undefined) throw new Error(`${path} has no route`)
    const still = async (): Promise<boolean> => {
      asked.push(path)
      return admitted
    }
    const watchCaller = (onRefused: () => void) => access.watch(holder, still, onRefused)
    const rest = { path, headers: [], logger, watchCaller }
    run(request, response, 'probe', async (exchange) => forward({ exchange, pool, route, ...rest }))
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
})
afterAll(async () => {
  front.close()
  front.closeAllConnections()
  await pool.destroy()
  await service.stop()
})
beforeEach(() => {
  ;[admitted, asked, serving] = [true, [], 0]
})

/** Makes the service hold its response open, with or without this head. */
const hold = (contentType?: string): void =>
  service.handle((_request, response) => {
    serving += 1
    response.on('close', () => {
      serving -= 1
    })
    if (contentType !== undefined)
      response.writeHead(200, { 'content-type': contentType }).write('one\n\n')
  })
const ask = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}${path}`, { method })

test('ends an event stream when its caller loses access', async () => {
  hold('text/event-stream')
  const answer = await ask('/api/agent-runs/arun_1/events')
  await eventually(async () => expect(asked.length).toBeGreaterThan(3))
  expect(serving).toBe(1)
  admitted = false
  expect(await answer.text()).toBe('one\n\n')
  await eventually(async () => expect(serving).toBe(0))
})

test("responds with 401 and releases the service when a waiting agent's key is revoked", async () => {
  hold()
  const waiting = ask('/api/agent-runs/claim', 'POST')
  await eventually(async () => expect(asked.length).toBeGreaterThan(3))
  expect(serving).toBe(1)
  admitted = false
  const answer = await waiting
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
  await eventually(async () => expect(serving).toBe(0))
})

test('never sends a claim if its caller is rejected before it has a connection', async () => {
  const narrow = new Pool(service.url, { connections: 1 })
  const usual = pool
  pool = narrow
  onTestFinished(async () => {
    pool = usual
    await narrow.destroy()
  })
  const held: ServerResponse[] = []
  const seen: unknown[] = []
  service.handle((request, response) => {
    seen.push(request.url)
    held.push(response)
  })
  const first = ask('/api/tasks')
  await eventually(async () => expect(seen).toEqual(['/api/tasks']))
  admitted = false
  expect((await ask('/api/agent-runs/claim', 'POST')).status).toBe(401)
  held[0]?.end('one')
  expect(await (await first).text()).toBe('one')
  const next = ask('/api/tasks')
  await eventually(async () => expect(seen).toEqual(['/api/tasks', '/api/tasks']))
  held[1]?.end('two')
  expect(await (await next).text()).toBe('two')
})

test('does not re-check the caller of a download', async () => {
  hold('text/plain')
  const download = await ask('/api/tasks')
  hold('text/event-stream')
  const stream = await ask('/api/agent-runs/arun_1/events')
  await eventually(async () => expect(asked.length).toBeGreaterThan(3))
  expect(new Set(asked)).toEqual(new Set(['/api/agent-runs/arun_1/events']))
  await Promise.all([download.body?.cancel(), stream.body?.cancel()])
  await eventually(async () => expect(serving).toBe(0))
})
