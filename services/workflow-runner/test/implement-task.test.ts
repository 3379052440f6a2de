import { type AgentRun, AppendTimeline, GetCards, StartInternalRun } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentRunWorld } from './agent-run-world.ts'
import { edge, graph, node } from './graphs.ts'
import { type Harness, type RunBody, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

let harness: Harness
let world: ReturnType<typeof agentRunWorld>
let stopBoard: () => Promise<void>
/** Cards that only this organisation has. All other cards exist in every organisation. */
const ownCards = new Map<string, string>()
const written: { taskId: string; entry: { body: string } }[] = []
beforeAll(async () => {
  harness = await startHarness()
  world = agentRunWorld(harness)
  const handlers = [
    rpcHandler(GetCards, async ({ orgId, ids }) => ({
      items: ids
        .filter((id) => (ownCards.get(id) ?? orgId) === orgId)
        .map((id) => ({
          id,
          kind: 'task' as const,
          title: 'Dark header',
          body: 'As the theme',
          status: 'todo' as const,
          tags: [],
          dueDate: null,
          destination: null,
          fields: {},
          ownerId: 'usr_1',
          orgId: 'org_1',
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        })),
    })),
    rpcHandler(AppendTimeline, async ({ taskId, entry, author }) => {
      written.push({ taskId, entry })
      return {
        entry: {
          id: 'tle_1',
          kind: 'system',
          body: entry.body,
          author,
          createdAt: '2026-01-01T00:00:00.000Z',
        },
      }
    }),
  ]
  const board = await startStandIn(harness.env, 'board', handlers)
  stopBoard = board.stop
  await eventually(async () => {
    const { body } = await harness
      .caller()
      .call<{ items: { type: string }[] }>('GET', '/api/workflows/nodes')
    expect(body.items.map(({ type }) => type)).toContain('log_activity')
  })
})
afterAll(async () => {
  await stopBoard()
  await harness.stop()
})

async function implement(taskId: string) {
  const who = world.person()
  const { userId, orgId } = who.me.principal
  const start = { orgId: orgId ?? '', userId, kind: 'implement' as const, id: taskId, taskId }
  const { runId } = await callRpc(harness.bus, StartInternalRun, start)
  const workflowId = `internal:implement:${taskId}`
  const run = async () =>
    (await who.me.call<RunBody>('GET', `/api/workflows/${workflowId}/runs/${runId}`)).body
  return { ...who, workflowId, runId, run, ended: () => who.me.ended(workflowId, runId) }
}

it('queues one agent run for the card’s user and continues when the agent run ends', async () => {
  const { claim, held, ended, run } = await implement('task_1')
  const { status, body: claimed } = await claim({ waitSeconds: 30 })
  expect(status).toBe(200)
  expect(claimed.run).toMatchObject({
    taskId: 'task_1',
    prompt: 'Dark header\n\nAs the theme',
    workspace: null,
  })
  expect((await run()).status).toBe('running')
  await held('finish', claimed, { status: 'succeeded', result: '3 files' })
  const end = await ended()
  expect(end.status, JSON.stringify(end)).toBe('completed')
  expect(end.nodes.map((each) => each['type'])).toEqual(['implement_task'])
  expect(end.nodes.at(-1)?.['sample']).toMatchObject({
    items: [{ json: { taskId: 'task_1', agentRunId: claimed.run.id, result: '3 files' } }],
  })
  const body = `The agent’s run succeeded by builder on desk: /agent-tasks/${claimed.run.id}`
  expect(written).toMatchObject([{ taskId: 'task_1', entry: { body } }])
})

it('fails the node with a link to the agent run if that run failed or was lost', async () => {
  for (const how of ['failed', 'lost']) {
    const { claim, held, ended } = await implement(`task_${how}`)
    const { body: claimed } = await claim({ waitSeconds: 30 })
    if (how === 'lost') await world.agoBy(claimed.run.id, 181)
    else
      await held('finish', claimed, {
        status: 'failed',
        error: 'TOKEN=hunter2',
        result: 'TOKEN=hunter2',
      })
    const end = await ended()
    expect(end.status).toBe('failed')
    expect(end.nodes.at(-1)).toMatchObject({
      error: expect.stringContaining(how),
      fix: { href: `/agent-tasks/${claimed.run.id}` },
    })
    expect(JSON.stringify(end)).not.toContain('hunter2')
  }
  expect(written.map(({ taskId }) => taskId)).toEqual(
    expect.arrayContaining(['task_failed', 'task_lost']),
  )
  expect(JSON.stringify(written)).not.toContain('hunter2')
})

it.each(['the parameter', 'the item', 'an internal run'])(
  'fails and queues no agent run if %s names a card of another organisation',
  async (from) => {
    const taskId = 'task_foreign'
    ownCards.set(taskId, world.person().me.principal.orgId ?? '')
    const { me } = world.person()
    const run = async () => {
      const params = from === 'the parameter' ? { taskId } : {}
      const id = await me.create(
        graph(
          [node('start', 'trigger.manual'), node('act', 'implement_task', params)],
          [edge('start', 'act')],
        ),
      )
      return me.runToEnd(id, from === 'the item' ? { taskId } : {})
    }
    const internal = from === 'an internal run' ? await implement(taskId) : undefined
    const who = internal?.me ?? me
    const end = await (internal === undefined ? run() : internal.ended())
    expect(end.status).toBe('failed')
    expect(end.nodes.at(-1)).toMatchObject({
      type: 'implement_task',
      error: `The card ${taskId} does not exist`,
    })
    expect((await who.call('GET', '/api/agent-runs')).body).toMatchObject({ items: [] })
  },
)

async function lose(taskId: string) {
  const who = await implement(taskId)
  const { body: claimed } = await who.claim({ waitSeconds: 30 })
  await world.agoBy(claimed.run.id, 181)
  await eventually(async () => expect((await who.get(claimed.run.id)).status).toBe('lost'))
  return { ...who, id: claimed.run.id }
}

it('keeps a requeued lost run when agent runs without a workflow run are swept, and lets it succeed', async () => {
  const { me, id, ended, claim, held } = await lose('task_again')
  await ended()
  expect((await me.call('POST', `/api/agent-runs/${id}/requeue`)).body).toMatchObject({
    status: 'queued',
  })
  // The sweep ended this run, so it has seen the requeued run, too.
  const other = await implement('task_swept')
  const { body: held2 } = await other.claim({ waitSeconds: 30 })
  await other.me.call('POST', `/api/workflows/${other.workflowId}/runs/${other.runId}/cancel`)
  await eventually(async () => expect((await other.get(held2.run.id)).cancelRequested).toBe(true))
  const { status, body: again } = await claim()
  expect(status).toBe(200)
  expect(again.run).toMatchObject({ id, attempt: 2, cancelRequested: false })
  expect((await held('finish', again, { status: 'succeeded' })).body.status).toBe('succeeded')
})

it('returns a requeued lost run to its node if the workflow run still sleeps', async () => {
  const who = world.person()
  const { me, claim, held, get } = who
  const params = { prompt: 'Build it' }
  const id = await me.create(
    graph(
      [
        node('start', 'trigger.manual'),
        node('left', 'implement_task', params),
        node('right', 'implement_task', params),
      ],
      [edge('start', 'left'), edge('start', 'right')],
    ),
  )
  const fired = await me.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
  const { body: first } = await claim({ waitSeconds: 30 })
  const { body: second } = await claim({ waitSeconds: 30 })
  await world.agoBy(first.run.id, 181)
  await eventually(async () => expect((await get(first.run.id)).status).toBe('lost'))
  await me.call('POST', `/api/agent-runs/${first.run.id}/requeue`)
  await held('finish', second, { status: 'succeeded', result: 'two' })
  const { body: again } = await claim({ waitSeconds: 30 })
  await held('finish', again, { status: 'succeeded', result: 'one' })
  const end = await me.ended(id, fired.body.runId)
  expect(end.status).toBe('completed')
  for (const result of ['"one"', '"two"']) expect(JSON.stringify(end.nodes)).toContain(result)
})

it('stops the agent or dequeues the agent run when the workflow run is cancelled', async () => {
  const queued = await implement('task_3')
  const cancel = ({ me, workflowId, runId }: typeof queued) =>
    me.call('POST', `/api/workflows/${workflowId}/runs/${runId}/cancel`)
  const listed = async ({ me }: typeof queued) =>
    (await me.call<{ items: AgentRun[] }>('GET', '/api/agent-runs')).body.items[0]
  await eventually(async () => expect((await listed(queued))?.status).toBe('queued'))
  expect((await cancel(queued)).status).toBe(200)
  await eventually(async () => expect((await listed(queued))?.status).toBe('cancelled'))
  const going = await implement('task_4')
  const { body: claimed } = await going.claim({ waitSeconds: 30 })
  await cancel(going)
  await eventually(async () =>
    expect((await going.held('heartbeat', claimed)).body.cancelRequested).toBe(true),
  )
})

it('names what is missing if the node has neither a card nor a prompt', async () => {
  const { me } = world.person()
  const id = await me.create(
    graph([node('start', 'trigger.manual'), node('act', 'implement_task')], [edge('start', 'act')]),
  )
  const run = await me.runToEnd(id)
  expect(run.nodes.at(-1)?.['error']).toContain('taskId')
})
