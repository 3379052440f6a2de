import { type Card, GetCards, UpdateCard } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { aPost } from './publishing-world.ts'
import { testNode } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

const held: (() => void)[] = []
const slow = testNode(
  'slow',
  (items) => new Promise((resolve) => held.push(() => resolve({ outputs: { main: items } }))),
)
const post: Card = aPost('task_1')
const actors: string[] = []
let harness: Harness
let stopBoard: () => Promise<void>

beforeAll(async () => {
  harness = await startHarness([slow], { WORKFLOW_SLOTS: '1' })
  const board = await startStandIn(harness.env, 'board', [
    rpcHandler(GetCards, async () => ({ items: [post] })),
    rpcHandler(UpdateCard, async ({ actorId }) => {
      actors.push(actorId)
      return { card: post }
    }),
  ])
  stopBoard = board.stop
  await eventually(async () => {
    const { body } = await harness.caller().call('GET', '/api/workflows/nodes')
    expect(JSON.stringify(body)).toContain('update_task')
  })
})
afterAll(async () => {
  for (const release of held) release()
  await stopBoard()
  await harness.stop()
})
beforeEach(() => {
  actors.length = 0
})

const tick = node('tick', 'trigger.schedule', { cron: '0 0 1 1 *', tz: 'UTC' })
const updates = (params: object) =>
  graph([tick, node('act', 'update_task', { taskId: post.id, ...params })], [edge('tick', 'act')])
const tags = updates({ tag: 'seen' })
const arms = updates({ status: 'reviewed' })
const harmless = graph([tick, node('check', 'if', { combinator: 'and', conditions: [] })], [])

const path = (id: string) => `/api/workflows/${id}`
const toColleague = ({ principal: { orgId } }: Caller) => harness.caller({ orgId })
const change = async (caller: Caller, id: string, body: object) => {
  const answer = await caller.call<{ ownerId: string }>('PATCH', path(id), body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.ownerId
}

async function ticked(caller: Caller, id: string): Promise<void> {
  const seen = actors.length
  await sql`update schedules set next_at = now() where workflow_id = ${id}`.execute(harness.db)
  await eventually(() => expect(actors).toHaveLength(seen + 1))
  await eventually(async () => {
    const { items } = (await caller.call<{ items: RunBody[] }>('GET', `${path(id)}/runs`)).body
    expect(items.every(({ status }) => status === 'completed')).toBe(true)
  })
}

it('keeps the owner if a member changes a colleague’s active workflow', async () => {
  const ada = harness.caller()
  const bob = toColleague(ada)
  const [adaId, bobId] = [ada.principal.userId, bob.principal.userId]
  const id = await ada.create(tags)
  expect(await change(ada, id, { active: true })).toBe(adaId)
  await ticked(ada, id)
  expect(await change(bob, id, { name: 'Another name' })).toBe(adaId)
  expect(await change(bob, id, { graph: arms })).toBe(bobId)
  await ticked(ada, id)
  expect(actors).toEqual([adaId, bobId])
})

it('acts for the user who activates a workflow that changes cards', async () => {
  const ada = harness.caller()
  const bob = toColleague(ada)
  const id = await ada.create(tags)
  expect(await change(bob, id, { graph: arms })).toBe(ada.principal.userId)
  expect(await change(bob, id, { active: true })).toBe(bob.principal.userId)
  await ticked(bob, id)
  expect(actors).toEqual([bob.principal.userId])
})

it('keeps the owner when a colleague activates a workflow that uses no personal rights', async () => {
  const ada = harness.caller()
  const id = await ada.create(harmless)
  expect(await change(toColleague(ada), id, { graph: harmless, active: true })).toBe(
    ada.principal.userId,
  )
})

it('runs a queued run for the user who changed its graph in the meantime', async () => {
  const ada = harness.caller()
  const bob = toColleague(ada)
  const start = node('start', 'trigger.manual')
  const blocker = await ada.create(graph([start, node('wait', 'slow')], [edge('start', 'wait')]))
  await ada.call('POST', `${path(blocker)}/run`)
  await eventually(() => expect(held).toHaveLength(1))
  const id = await ada.create(graph([start]))
  const fired = await ada.call<{ runId: string; run: RunBody }>('POST', `${path(id)}/run`)
  expect(fired.body.run.status).toBe('queued')
  const act = node('act', 'update_task', { taskId: post.id, status: 'reviewed' })
  await change(bob, id, { graph: graph([start, act], [edge('start', 'act')]) })
  for (const release of held.splice(0)) release()
  expect(await ada.ended(id, fired.body.runId)).toMatchObject({ status: 'completed' })
  expect(actors).toEqual([bob.principal.userId])
})
