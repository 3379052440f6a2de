import {
  commonErrors,
  type ServiceState,
  serviceDeadLetters,
  serviceFacts,
  serviceRedrive,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const dormant = [{ subsystem: 'mail', feature: 'mails', missing: ['EMAIL_API_KEY'] }]
const letter = {
  id: '7',
  at: '2026-01-01T00:00:00.000Z',
  consumer: 'board-orgs',
  subject: 'events.org_1.org.created',
  deliveries: 5,
  reason: 'No',
}
let gateway: TestGateway
const asked: unknown[] = []
const rpc = [
  rpcHandler(serviceFacts.board, async () => ({
    dormant,
    outbox: { depth: 2, oldestSeconds: 3 },
    deadLetters: 1,
  })),
  rpcHandler(serviceDeadLetters.board, async (input) => {
    asked.push(input)
    return { items: [letter], hasMore: false }
  }),
  rpcHandler(serviceRedrive.board, async ({ id }) => {
    if (id !== '7') throw commonErrors.not_found()
    return { outcome: 'kept' as const, reason: 'Still no' }
  }),
]
beforeAll(async () => {
  gateway = await startTestGateway({ rpc })
})
afterAll(() => gateway?.stop())

const cookie = 'atrium.session_token=operator'
const path = '/api/operator/services'
const redrive = (id: string, as = cookie) =>
  send(gateway.port, {
    method: 'POST',
    path: `${path}/board/dead-letters/${id}/redrive`,
    headers: { cookie: as, origin: 'https://app.example.com' },
  })

test('shows an operator every deployed service, even if it does not respond', async () => {
  const answer = await send(gateway.port, { path, headers: { cookie } })
  expect(answer.status).toBe(200)
  const { items } = answer.json() as { items: ServiceState[] }
  const byName = Object.fromEntries(items.map((item) => [item.service, item]))
  expect(byName['board']).toEqual({
    service: 'board',
    up: true,
    dormant,
    outbox: { depth: 2, oldestSeconds: 3 },
    deadLetters: 1,
  })
  const away = { up: false, dormant: [], outbox: null, deadLetters: null }
  expect(byName['assets']).toEqual({ service: 'assets', ...away })
  expect(byName['gateway']?.dormant.flatMap(({ missing }) => missing)).toContain(
    'HEARTBEAT_PING_URL',
  )
})

test('lets an operator read and redrive dead letters, with 404 if one does not exist', async () => {
  const answer = await send(gateway.port, {
    path: `${path}/board/dead-letters?limit=5&before=9`,
    headers: { cookie },
  })
  expect(answer.json()).toEqual({ items: [letter], hasMore: false })
  expect(asked).toEqual([{ before: '9', limit: 5 }])
  const redriven = await redrive('7')
  expect([redriven.status, redriven.json()]).toEqual([200, { outcome: 'kept', reason: 'Still no' }])
  expect((await redrive('8')).status).toBe(404)
})

test.each([
  `${path}/board/dead-letters?limit=0`,
  `${path}/board/dead-letters?before=x`,
  `${path}/nothing/dead-letters`,
])('rejects %s', async (wrong) => {
  expect((await send(gateway.port, { path: wrong, headers: { cookie } })).status).toBe(400)
})

test('hides dead letters from members, keys and visitors', async () => {
  for (const wanted of [path, `${path}/board/dead-letters`]) {
    expect(
      (await send(gateway.port, { path: wanted, headers: { cookie: goodCookie } })).status,
    ).toBe(403)
    expect(
      (await send(gateway.port, { path: wanted, headers: { 'x-api-key': goodKey } })).status,
    ).toBe(403)
    expect((await send(gateway.port, { path: wanted })).status).toBe(401)
  }
  expect((await redrive('7', goodCookie)).status).toBe(403)
})
