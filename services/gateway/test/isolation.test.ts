import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readEvents } from './event-reader.ts'
import { startTestGateway } from './harness.ts'
import { send } from './send.ts'

// Starts before the tests are collected, because the tests are generated from the gateway's own
// operations.
const gateway = await startTestGateway()
afterAll(() => gateway.stop())

const wanting = gateway.operations.filter(({ access }) => access !== 'public')
const toCookie = (session: string) => ({ cookie: `atrium.session_token=${session}` })

test.each(wanting.map(({ id, method, path, access }) => [id, method, path, access] as const))(
  'rejects a caller of %s without a session, with a bad one, or without an org',
  async (_id, method, path, access) => {
    const readStatus = async (headers: Record<string, string>) =>
      (await send(gateway.port, { method, path, headers })).status
    expect(await readStatus({})).toBe(401)
    expect(await readStatus(toCookie('bad'))).toBe(401)
    // An operator needs no org, but this caller is no operator.
    expect(await readStatus(toCookie('homeless'))).toBe(access === 'operator' ? 403 : 400)
  },
)

test('shows an event in streamEvents only to its own org', async () => {
  const [own, other] = [
    await readEvents(gateway.port, toCookie('good')),
    await readEvents(gateway.port, toCookie('other')),
  ]
  const emit = async (orgId: string) => {
    const id = `evt_${randomUUID()}`
    const body = { id, type: 'task.created', orgId, occurredAt: new Date().toISOString(), data: {} }
    await gateway.bus.js.publish(
      gateway.bus.subject(`events.${orgId}.task.created`),
      JSON.stringify(body),
    )
    return id
  }
  const ids = [await emit('org_1'), await emit('org_2')]
  expect((await own.until(1)).map(({ id }) => id)).toEqual([ids[0]])
  expect((await other.until(1)).map(({ id }) => id)).toEqual([ids[1]])
  own.close()
  other.close()
})
