import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CardCreated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { testNode } from './recorded-run.ts'

const held: { done: () => void }[] = []
const slow = testNode(
  'slow',
  (items) =>
    new Promise((resolve) => held.push({ done: () => resolve({ outputs: { main: items } }) })),
)

let harness: Harness
let receiver: Server
let address = ''
const stuck: ServerResponse[] = []
const quick: string[] = []
beforeAll(async () => {
  const slots = { WORKFLOW_SLOTS: '4', WORKFLOW_ADHOC_SLOTS: '4', WEBHOOK_SLOTS: '4' }
  harness = await startHarness([slow], { ...slots, WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  receiver = createServer((request, response) => {
    if (request.url?.startsWith('/slow') === true) stuck.push(response)
    else {
      quick.push(request.url ?? '')
      response.end('ok')
    }
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const each of held) each.done()
  for (const response of stuck) response.end('ok')
  receiver.closeAllConnections()
  receiver.close()
  await harness.stop()
})

const waits = graph(
  [node('start', 'trigger.manual'), node('wait', 'slow')],
  [edge('start', 'wait')],
)
const readRunning = async (orgId: string | null) =>
  (
    await harness.db
      .selectFrom('runs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('status', '=', 'running')
      .execute()
  ).length

it('starts another org’s run at once because slow runs of one org hold at most half of the slots', async () => {
  const busy = harness.caller()
  const other = harness.caller()
  for (let at = 0; at < 6; at += 1) {
    const id = await busy.create(waits)
    await busy.call('POST', `/api/workflows/${id}/run`)
  }
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(2))
  const run: RunBody = await other.runToEnd(
    await other.create(graph([node('start', 'trigger.manual')])),
  )
  expect(run.status).toBe('completed')
  expect([held.length, await readRunning(busy.principal.orgId)]).toEqual([2, 2])
  // A freed slot goes to the next run of the same org.
  held[0]?.done()
  await eventually(() => expect(held).toHaveLength(3))
  expect(await readRunning(busy.principal.orgId)).toBe(2)
})

const endpoint = (caller: Caller, path: string) =>
  caller.call('POST', '/api/webhook-endpoints', { url: address + path, events: ['task.created'] })
const happen = (caller: Caller) =>
  inTransaction(harness.db, undefined, (tx) =>
    emit(tx, CardCreated, caller.principal.orgId, {
      taskId: 'task_1',
      kind: 'task',
      title: 'Hello',
      status: 'todo',
      tags: [],
      ownerId: 'usr_1',
    }),
  )

it('delivers to another org if slow endpoints and a backlog of one org fill half of the slots', async () => {
  const busy = harness.caller({ role: 'admin' })
  const other = harness.caller({ role: 'admin' })
  for (let at = 0; at < 8; at += 1) expect((await endpoint(busy, `/slow/${at}`)).status).toBe(201)
  await endpoint(other, '/quick')
  await happen(busy)
  await eventually(() => expect(stuck).toHaveLength(2))
  // One look reads fewer rows than these, and all of them have been due for longer.
  await sql`insert into webhook_deliveries (id, org_id, endpoint_id, event_id, event_type, body, next_at)
    select id || '_' || i, org_id, id, 'evt_' || i, 'task.created', '{}', now() - interval '1 hour'
    from webhook_endpoints, generate_series(1, 100) i where org_id = ${busy.principal.orgId}`.execute(
    harness.db,
  )
  await happen(other)
  await eventually(() => expect(quick).toEqual(['/quick']))
  expect(stuck).toHaveLength(2)
})

it('limits an org to 50 webhook endpoints, even if requests are concurrent', async () => {
  const caller = harness.caller({ role: 'admin' })
  const first = Array.from({ length: 48 }, (_, at) => endpoint(caller, `/${at}`))
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 201))
  const rest = await Promise.all(
    Array.from({ length: 5 }, (_, at) => endpoint(caller, `/more/${at}`)),
  )
  expect(rest.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
  expect(rest.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too_many_endpoints',
  })
  const another = harness.caller({ role: 'admin' })
  expect((await endpoint(another, '/its-own')).status).toBe(201)
})
