import { request as httpRequest } from 'node:http'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { goodCookie, startTestGateway } from '../test/harness.ts'
import { send } from '../test/send.ts'
import { startStandIn } from '../test/stand-in.ts'

const gateway = await startTestGateway({ overrides: { LOG_LEVEL: 'info' } })
afterAll(() => gateway?.stop())

const toLines = (requestId: string) =>
  gateway.log.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['requestId'] === requestId)

test('logs one line per request with operation, outcome, time and org, and no secret', async () => {
  const headers = {
    cookie: goodCookie,
    'x-request-id': 'one-line',
    authorization: 'Bearer tell-nobody',
  }
  await send(gateway.port, { path: '/api/tasks/task_1?token=tell-nobody', headers })
  const [line, ...more] = await eventually(() => {
    const found = toLines('one-line')
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(more).toEqual([])
  expect(line).toMatchObject({
    msg: 'request',
    op: '/api/tasks',
    method: 'GET',
    status: 200,
    org: 'org_1',
  })
  expect(line?.['ms']).toBeTypeOf('number')
  expect(gateway.log.text()).not.toContain('tell-nobody')
  expect(gateway.log.text()).not.toContain(goodCookie)
})

test('records metrics under the route, so that paths cannot multiply the series', async () => {
  for (let index = 0; index < 20; index += 1)
    await send(gateway.port, { path: `/api/unheard-of/${index}` })
  for (let index = 0; index < 20; index += 1)
    await send(gateway.port, { path: `/api/tasks/${index}` })
  const metrics = await fetch(`${gateway.running.internalUrl}/metrics`)
  const counts = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('atrium_http_request_seconds_count'))
  expect(counts.find((line) => line.includes('operation="unmatched",status="404"'))).toMatch(/ 20$/)
  expect(counts.find((line) => line.includes('operation="/api/tasks",status="200"'))).toMatch(
    / 2\d$/,
  )
  expect(counts.length).toBeLessThan(10)
})

test('records when a client has disconnected', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  gateway.board.handle(() => arrive())
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port: gateway.port,
    path: '/api/tasks',
    headers: { 'x-request-id': 'left' },
  })
  outgoing.on('error', () => {})
  outgoing.end()
  await arrived
  outgoing.destroy()
  await eventually(() => expect(toLines('left')).toMatchObject([{ status: 499, abandoned: true }]))
  gateway.board.reset()
})

test("creates a span between the caller's and the service's if a collector is configured", async () => {
  const collector = await startStandIn()
  const own = await startTestGateway({ overrides: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const trace = '0af7651916cd43dd8448eb211c80319c'
  try {
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01`, cookie: goodCookie }
    const answer = await send(own.port, { path: '/api/tasks?secret=1', headers })
    expect(answer.status).toBe(200)
    expect(String(own.board.last().headers['traceparent'])).toContain(`00-${trace}-`)
  } finally {
    await own.stop()
  }
  expect(collector.last().url).toBe('/v1/traces')
  expect(collector.last().body).toContain('/api/tasks')
  expect(collector.last().body).not.toContain('secret=1')
  await collector.stop()
})
