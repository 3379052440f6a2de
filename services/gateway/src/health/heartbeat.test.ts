import { SystemSchedules } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { capturedLog, eventually } from '@atrium/testkit'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startTestGateway } from '../../test/harness.ts'
import { type StandIn, startStandIn } from '../../test/stand-in.ts'
import { createHeartbeat } from './heartbeat.ts'

let target: StandIn
beforeEach(async () => {
  target = await startStandIn()
})
afterEach(() => target.stop())

const pings = () => target.received.map(({ method, url }) => `${method} ${url}`)
const log = capturedLog()

function beating(schedulesExpected = true) {
  const state = { db: 'up' as 'up' | 'down', systemSchedulesHealthy: true }
  const beat = createHeartbeat({
    url: `${target.url}/secret-check`,
    schedulesExpected,
    logger: createLogger('gateway', 'info', [], log.destination),
    health: async () => ({
      status: 'ok',
      commit: '',
      llmProvider: 'none',
      enrichEnabled: false,
      exportEnabled: false,
      services: {},
      ...state,
    }),
  })
  return { state, beat }
}

test('pings the URL, and the failure URL while the database is down', async () => {
  const { state, beat } = beating()
  await beat()
  state.db = 'down'
  await beat()
  state.db = 'up'
  await beat()
  expect(pings()).toEqual(['GET /secret-check', 'GET /secret-check/fail', 'GET /secret-check'])
})

test('reports missing schedules as a failure the second time if schedules are expected', async () => {
  for (const expected of [true, false]) {
    const { state, beat } = beating(expected)
    state.systemSchedulesHealthy = false
    for (let n = 0; n < 3; n += 1) await beat()
    state.systemSchedulesHealthy = true
    await beat()
  }
  const [up, fail] = ['GET /secret-check', 'GET /secret-check/fail']
  expect(pings()).toEqual([up, fail, fail, up, up, up, up, up])
})

test('logs a failed ping without its URL and keeps pinging', async () => {
  const { beat } = beating()
  target.handle((_request, response) => void response.writeHead(500).end())
  await beat()
  await target.stop()
  await beat()
  expect(log.text()).toContain('the ping was not taken')
  expect(log.text()).toContain('the ping was not sent')
  expect(log.text()).not.toContain('secret-check')
})

test('pings on startup, and reports a failure if the database is missing', async () => {
  const url = new URL(inject('postgresUrl'))
  url.port = '1'
  const overrides = { HEARTBEAT_PING_URL: `${target.url}/hb` }
  const rpc = [rpcHandler(SystemSchedules, async () => ({ healthy: true }))]
  const well = await startTestGateway({ overrides, rpc })
  await eventually(() => expect(pings()).toEqual(['GET /hb']))
  await well.stop()
  const ill = await startTestGateway({ overrides: { ...overrides, DATABASE_URL: url.toString() } })
  await eventually(() => expect(pings()).toEqual(['GET /hb', 'GET /hb/fail']))
  await ill.stop()
})
