import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
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

// Long enough for a loaded machine to give the client its turn.
const stallTimeoutMs = 1_500
const body = Buffer.alloc(24_000_000, 'atrium')
const path = '/api/assets/org_1/priv/x.mp4'

/** A service with a large body, behind a gateway with a stall timeout of 1.5 seconds. */
let service: StandIn
let serving = 0
let pool: Pool
let front: Server
beforeAll(async () => {
  service = await startStandIn()
  service.handle((_request, response) => {
    serving += 1
    response.on('close', () => {
      serving -= 1
    })
    response.writeHead(200, { 'content-length': body.length }).end(body)
  })
  pool = new Pool(service.url)
  const route = createMatcher(routeTable)('GET', path)
  if (route === undefined) throw new Error(`${path} has no route`)
  const logger = pino({ level: 'silent' })
  const run = createExchanges({
    logger: pino({ level: 'silent' }),
    metrics: createMetrics('probe'),
    tracing: propagateOnly,
  })
  front = createServer((request, response) => {
    run(request, response, 'probe', async (exchange) =>
      forward({ exchange, pool, route, path, headers: [], logger, stallTimeoutMs }),
    )
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
})
afterAll(async () => {
  front.close()
  front.closeAllConnections()
  await pool.destroy()
  await service.stop()
})

async function ask(): Promise<Socket> {
  const socket = connect((front.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return socket
}

test('disconnects a client that reads nothing of a body, and releases the service', async () => {
  const socket = await ask()
  socket.pause()
  await expect.poll(() => serving).toBe(1)
  await expect.poll(() => serving, { timeout: 12 * stallTimeoutMs }).toBe(0)
  socket.destroy()
})

test('sends the whole body if the client is slow but keeps reading', async () => {
  const socket = await ask()
  const started = performance.now()
  let received = 0
  for await (const chunk of socket) {
    const steps = Math.floor(received / 2_000_000)
    received += (chunk as Buffer).length
    if (received >= body.length) break
    if (Math.floor(received / 2_000_000) > steps) await sleep(stallTimeoutMs / 5)
  }
  expect(received).toBeGreaterThanOrEqual(body.length)
  expect(performance.now() - started).toBeGreaterThan(2 * stallTimeoutMs)
})
