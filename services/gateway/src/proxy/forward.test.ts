import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createExchanges } from '@atrium/http'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { pino } from 'pino'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StandIn, startStandIn } from '../../test/stand-in.ts'
import { createMatcher } from '../routes/find-route.ts'
import { routeTable } from '../routes/route-table.ts'
import { forward } from './forward.ts'

/**
 * A service that reads the body and responds three seconds later, behind a pool with a timeout of
 * one second.
 */
let slow: StandIn
let pool: Pool
let front: Server
beforeAll(async () => {
  slow = await startStandIn()
  slow.handle(async (request, response) => {
    await request.resume().toArray()
    await sleep(3_000)
    response.writeHead(201).end('stored')
  })
  pool = new Pool(slow.url, { headersTimeout: 1_000 })
  const match = createMatcher(routeTable)
  const run = createExchanges({
    logger: pino({ level: 'silent' }),
    metrics: createMetrics('probe'),
    tracing: propagateOnly,
  })
  front = createServer((request, response) => {
    const path = request.url ?? '/'
    const route = match(request.method ?? 'GET', path)
    if (route === undefined) throw new Error(`${path} has no route`)
    const logger = pino({ level: 'silent' })
    const rest = { path, headers: ['content-length', '4'], logger }
    run(request, response, 'probe', async (exchange) => forward({ exchange, pool, route, ...rest }))
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
})
afterAll(async () => {
  front.close()
  await pool.destroy()
  await slow.stop()
})

const post = async (path: string) => {
  const { port } = front.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'body' })).status
}

test('lets a service take its time to store a streamed body', async () => {
  expect(await post('/api/assets')).toBe(201)
})

test('gives up on a service that stays silent after a short body', async () => {
  expect(await post('/api/tasks')).toBe(503)
})
