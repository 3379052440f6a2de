import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCalledRuns } from '../src/worker/calls/end-called-runs.ts'
import { sweepOldRuns, sweepResults } from '../src/worker/rows/retention.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { pass, testNode } from './recorded-run.ts'

const double = testNode('double', (items) => {
  if (items.some(({ json }) => json['v'] === 'bad')) throw new Error('cannot double')
  return { outputs: { main: items.map(({ json }) => ({ json: { v: Number(json['v']) * 2 } })) } }
})
const values = testNode('values', (_items, params) => ({
  outputs: {
    main: (Array.isArray(params['v']) ? params['v'] : []).map((v: unknown) => ({ json: { v } })),
  },
}))

const long = testNode('long', () => ({
  outputs: { main: ['x', 'y', 'z'].map((v) => ({ json: { v: v.repeat(600_000) } })) },
}))

const read = testNode('read', async (_items, params, { reads }) => {
  const ids = Array.isArray(params['v']) ? params['v'].map(String) : []
  const known = await reads.known('source', ids)
  const { due } = await reads.waiting('source', 100)
  const list = ids.filter((id) => due.includes(id) || !known.has(id))
  return {
    outputs: { main: list.map((id) => ({ externalId: id, json: { v: id } })) },
    reads: { key: 'source', items: list.map((id) => [id, 'v1'] as const), gone: [] },
  }
})
/** Refuses the items named by `refused` and emits the others in reverse order. */
const picky = testNode('picky', (items, params, { derive }) => {
  const isRefused = (at: number) => String(items[at]?.json['v']) === params['refused']
  const left = [...items.keys()].filter(isRefused)
  const main = items
    .filter((_, at) => !isRefused(at))
    .map((item) => derive(item, { json: { ...item.json } }))
  const all = left.length === items.length
  return {
    outputs: { main: main.reverse() },
    left: left.map((at) => ({ at, reason: 'It is refused' })),
    ...(all ? { halt: { success: false, message: 'It is refused' } } : {}),
  }
})

/** Refuses every item but the first. */
const pickiest = testNode('pickiest', (items) => ({
  outputs: { main: items.slice(0, 1) },
  left: [...items.keys()].slice(1).map((at) => ({ at, reason: 'Refused' })),
}))

const acted: string[] = []
const rights = testNode(
  'rights',
  (items, _params, { userId }) => {
    acted.push(userId)
    return { outputs: { main: items } }
  },
  { usesPersonsRights: true },
)

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([double, values, long, pass, rights, read, picky, pickiest])
  caller = harness.caller()
})
afterAll(() => harness.stop())

const flow = (...nodes: ReturnType<typeof node>[]) =>
  graph(
    [node('start', 'trigger.manual'), ...nodes],
    nodes.map((each, at) => edge(at === 0 ? 'start' : (nodes[at - 1]?.id ?? ''), each.id)),
  )
const active = async (nodes: ReturnType<typeof node>[], by = caller): Promise<string> => {
  const id = await by.create(flow(...nodes))
  const answer = await by.call('PATCH', `/api/workflows/${id}`, { active: true })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return id
}
const toParent = (type: string, params: Record<string, unknown>, v: unknown[]) =>
  caller.create(
    flow(node('values', 'values', { v }), node('call', type, params), node('out', 'pass')),
  )
const toNode = (run: RunBody, id: string) => run.nodes.find((each) => each['nodeId'] === id)
const toSample = (run: RunBody, id: string): unknown[] =>
  (toNode(run, id)?.['sample'] as { items: { json: unknown }[] } | undefined)?.items.map(
    ({ json }) => json,
  ) ?? []

it('runs the called workflow over all items and continues with its result', async () => {
  const called = await active([node('double', 'double')])
  const id = await toParent('call_workflow', { workflow: called }, [1, 2])
  const run = await caller.runToEnd(id)
  expect(run).toMatchObject({ status: 'completed' })
  expect(toSample(run, 'out')).toEqual([{ v: 2 }, { v: 4 }])
  const runs = await caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${called}/runs`)
  // A called run shows the trigger of its caller's run.
  expect(runs.body.items).toMatchObject([{ status: 'completed', trigger: 'manual' }])
})

it('runs the called workflow once for each item and keeps the item order, even if runs fail', async () => {
  const called = await active([node('double', 'double')])
  const fine = await caller.runToEnd(await toParent('for_each', { workflow: called }, [1, 2, 3]))
  expect(toSample(fine, 'out')).toEqual([{ v: 2 }, { v: 4 }, { v: 6 }])
  const stopped = await caller.runToEnd(
    await toParent('for_each', { workflow: called }, [1, 'bad']),
  )
  expect(stopped).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('cannot double'),
  })
  const params = { workflow: called, onError: 'continue' }
  const continued = await caller.runToEnd(await toParent('for_each', params, ['bad', 5]))
  expect(toNode(continued, 'call')?.['outputs']).toEqual({ main: 1, failed: 1 })
  expect(toSample(continued, 'out')).toEqual([{ v: 10 }])
})

it('refuses to call a workflow if it is unknown, inactive, of another org or has no Run button', async () => {
  const readError = async (workflow: string): Promise<unknown> =>
    toNode(await caller.runToEnd(await toParent('call_workflow', { workflow }, [1])), 'call')?.[
      'error'
    ]
  expect(await readError('wf_none')).toContain('does not exist')
  expect(await readError(await active([node('double', 'double')], harness.caller()))).toContain(
    'does not exist',
  )
  expect(await readError(await caller.create(flow(node('double', 'double'))))).toContain(
    'is not active',
  )
  const scheduled = await caller.create(
    graph(
      [node('s', 'trigger.schedule', { cron: '0 0 1 1 *' }), node('p', 'pass')],
      [edge('s', 'p')],
    ),
  )
  await caller.call('PATCH', `/api/workflows/${scheduled}`, { active: true })
  expect(await readError(scheduled)).toContain('no Run button')
})

it('runs a colleague’s workflow only when they share it for calls', async () => {
  const colleague = harness.caller({ orgId: caller.principal.orgId })
  const harmless = await active([node('double', 'double')], colleague)
  const inactive = await colleague.create(flow(node('double', 'double')))
  for (const workflow of [harmless, inactive]) {
    const calling = await toParent('call_workflow', { workflow }, [1])
    expect(toNode(await caller.runToEnd(calling), 'call')?.['error']).toMatch(
      /^workflow_not_callable: /,
    )
  }
  const called = await active([node('mine', 'rights')], colleague)
  const path = `/api/workflows/${called}`
  const parent = await toParent('call_workflow', { workflow: called }, [1])
  const refused = toNode(await caller.runToEnd(parent), 'call')
  expect(refused).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^workflow_not_callable: /),
  })
  const indirect = await active([node('call', 'call_workflow', { workflow: called })], colleague)
  const around = await caller.runToEnd(await toParent('for_each', { workflow: indirect }, [1]))
  expect(toNode(around, 'call')?.['error']).toContain('workflow_not_callable')
  expect(acted).toEqual([])
  const forbidden = await caller.call('PATCH', path, { callableBy: 'members' })
  expect(forbidden).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await colleague.call('PATCH', path, { callableBy: 'members' })).toMatchObject({
    status: 200,
    body: { callableBy: 'members' },
  })
  expect(await caller.runToEnd(parent)).toMatchObject({ status: 'completed' })
  expect(acted).toEqual([colleague.principal.userId])
  expect((await colleague.call('PATCH', path, { callableBy: 'everybody' })).status).toBe(400)
  expect((await harness.caller().call('PATCH', path, { callableBy: 'members' })).status).toBe(404)
  // Sharing ends when another person takes the workflow over.
  const taken = await caller.call('PATCH', path, {
    graph: flow(node('mine', 'rights'), node('out', 'pass')),
  })
  expect(taken.body).toMatchObject({ ownerId: caller.principal.userId, callableBy: 'owner' })
})

it('stops workflows that call each other at the call depth limit', async () => {
  const id = await caller.create(flow(node('call', 'call_workflow', { workflow: 'wf_none' })))
  const itself = flow(node('call', 'call_workflow', { workflow: id }))
  await caller.call('PATCH', `/api/workflows/${id}`, { graph: itself })
  await caller.call('PATCH', `/api/workflows/${id}`, { active: true })
  const run = await caller.runToEnd(id)
  expect(run).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('at most 5 levels deep'),
  })
  const rows = await harness.db
    .selectFrom('runs')
    .select('id')
    .where('workflow_id', '=', id)
    .execute()
  expect(rows).toHaveLength(6)
})

it('cancels the called runs when their caller is cancelled', async () => {
  const called = await active([node('wait', 'wait', { amount: 1, unit: 'days' })])
  const id = await toParent('for_each', { workflow: called }, [1, 2])
  const { runId } = (await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)).body
  const below = () =>
    harness.db
      .selectFrom('runs')
      .select(['id', 'status'])
      .where('parent_run_id', '=', runId)
      .execute()
  await eventually(async () => {
    const rows = await below()
    if (rows.length !== 2 || rows.some(({ status }) => status !== 'parked'))
      throw new Error('not asleep')
  })
  await caller.call('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
  expect((await below()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
})

it('runs a called workflow for its own owner', async () => {
  const colleague = harness.caller({ orgId: caller.call.orgId })
  const called = await active([node('double', 'double')], colleague)
  await colleague.call('PATCH', `/api/workflows/${called}`, { callableBy: 'members' })
  const run = await caller.runToEnd(await toParent('call_workflow', { workflow: called }, [1]))
  const row = await harness.db
    .selectFrom('runs')
    .select('owner_id')
    .where('parent_run_id', '=', run.id)
    .executeTakeFirstOrThrow()
  expect(row.owner_id).toBe(colleague.call.userId)
})

const signal = new AbortController().signal
const finishedDaysAgo = (days: number) => ({
  finished_at: sql<Date>`now() - make_interval(days => ${days})`,
})
const rowsBelow = (runId: string) =>
  harness.db
    .selectFrom('runs')
    .select(['id', 'status', 'result'])
    .where('parent_run_id', '=', runId)
    .orderBy('parent_place')
    .execute()
const fire = async (id: string): Promise<string> =>
  (await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)).body.runId

it('does not wake a branch that waits for a time when a called run ends', async () => {
  const called = await active([node('double', 'double')])
  const id = await caller.create(
    graph(
      [
        node('start', 'trigger.manual'),
        node('wait', 'wait', { amount: 2, unit: 'days' }),
        node('late', 'pass'),
        node('call', 'call_workflow', { workflow: called }),
        node('out', 'pass'),
      ],
      [edge('start', 'wait'), edge('wait', 'late'), edge('start', 'call'), edge('call', 'out')],
    ),
  )
  const runId = await fire(id)
  const run = await eventually(async () => {
    const { body } = await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${runId}`)
    if (toNode(body, 'out')?.['status'] !== 'completed') throw new Error('the call goes on')
    const row = await harness.db
      .selectFrom('runs')
      .select('status')
      .where('id', '=', runId)
      .execute()
    expect(row).toEqual([{ status: 'parked' }])
    return body
  })
  expect(run.status).toBe('running')
  expect(toNode(run, 'wait')).toMatchObject({ status: 'running' })
  expect(toNode(run, 'late')).toBeUndefined()
  await caller.call('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
})

it('cancels called runs if the caller’s worker died or the caller’s row was deleted', async () => {
  const called = await active([node('wait', 'wait', { amount: 1, unit: 'days' })])
  const id = await toParent('for_each', { workflow: called }, [1, 2])
  const begun = async (): Promise<string> => {
    const runId = await fire(id)
    await eventually(async () => {
      const rows = await rowsBelow(runId)
      expect(rows.map(({ status }) => status)).toEqual(['parked', 'parked'])
    })
    return runId
  }
  const statuses = async (runId: string) => (await rowsBelow(runId)).map(({ status }) => status)
  const [failed, gone] = [await begun(), await begun()]
  const failure = { status: 'failed' as const, ...finishedDaysAgo(0) }
  await harness.db.updateTable('runs').set(failure).where('id', '=', failed).execute()
  await harness.db.deleteFrom('runs').where('id', '=', gone).execute()
  await endCalledRuns({ db: harness.db, bus: harness.bus })
  await eventually(async () => {
    expect(await statuses(failed)).toEqual(['cancelled', 'cancelled'])
    expect(await statuses(gone)).toEqual(['cancelled', 'cancelled'])
  })
})

it('keeps the results and rows of called runs until their caller has ended', async () => {
  const called = await active([node('double', 'double')])
  const id = await toParent('for_each', { workflow: called }, [1, 2])
  const { id: runId } = await caller.runToEnd(id)
  const results = async () =>
    (await rowsBelow(runId)).map(({ result }) => result?.items.length ?? null)
  expect(await results()).toEqual([1, 1])
  await sweepResults(harness.db, signal)
  expect(await results()).toEqual([1, 1])
  await harness.db
    .updateTable('runs')
    .set(finishedDaysAgo(40))
    .where('parent_run_id', '=', runId)
    .execute()
  // The caller now seems to wait for another run.
  const waiting = { status: 'parked' as const, finished_at: null, awaits_calls: false }
  await harness.db.updateTable('runs').set(waiting).where('id', '=', runId).execute()
  await sweepResults(harness.db, signal)
  await sweepOldRuns(harness.db, 30, signal)
  expect(await results()).toEqual([1, 1])
  const over = { status: 'completed' as const, ...finishedDaysAgo(1) }
  await harness.db.updateTable('runs').set(over).where('id', '=', runId).execute()
  await sweepResults(harness.db, signal)
  expect(await results()).toEqual([null, null])
  await sweepOldRuns(harness.db, 30, signal)
  expect(await results()).toEqual([])
})

it('cuts a result above 1 MB and marks the calling node as incomplete', async () => {
  const wide = await active([node('long', 'long')])
  const run = await caller.runToEnd(await toParent('call_workflow', { workflow: wide }, [1]))
  expect(toNode(run, 'call')).toMatchObject({ status: 'completed', itemsOut: 1, incomplete: true })
})

const waitingItems = async (id: string) =>
  (
    await caller.call<{ items: { externalId: string; reason: string }[] }>(
      'GET',
      `/api/workflows/${id}/waiting-items`,
    )
  ).body.items
const readingParent = (type: string, params: Record<string, unknown>, refused: string) =>
  caller.create(
    flow(
      node('read', 'read', { v: ['a', 'b', 'c'] }),
      node('call', type, params),
      node('out', 'picky', { refused }),
    ),
  )

it.each(['call_workflow', 'for_each'])(
  'offers an item again when a step after %s refuses an item made from it',
  async (type) => {
    const called = await active([node('own', 'picky', { refused: 'none' })])
    const id = await readingParent(type, { workflow: called }, 'a')
    expect(await caller.runToEnd(id)).toMatchObject({ status: 'completed' })
    expect(await waitingItems(id)).toMatchObject([{ externalId: 'a', reason: 'It is refused' }])
  },
)

it('offers an item again when a step of a called workflow refuses it', async () => {
  const called = await active([node('own', 'picky', { refused: 'b' })])
  const id = await readingParent('call_workflow', { workflow: called }, 'none')
  const run = await caller.runToEnd(id)
  expect(run).toMatchObject({ status: 'completed' })
  expect(toNode(run, 'call')).toMatchObject({
    incomplete: true,
    message: expect.stringContaining('1 of 3 refused: item 2 of 3: It is refused'),
  })
  expect(await waitingItems(id)).toMatchObject([{ externalId: 'b', reason: 'It is refused' }])
})

it('offers every item again when a called run leaves more items than its result names', async () => {
  const called = await active([node('own', 'pickiest')])
  const v = Array.from({ length: 1_003 }, (_, at) => `i${at}`)
  const id = await caller.create(
    flow(node('read', 'read', { v }), node('call', 'call_workflow', { workflow: called })),
  )
  const run = await caller.runToEnd(id)
  expect(toNode(run, 'call')).toMatchObject({
    status: 'completed',
    incomplete: true,
    message: expect.stringContaining('all are offered again'),
  })
  const rows = await harness.db
    .selectFrom('read_items')
    .select(['waiting', 'reason', 'attempts'])
    .where('workflow_id', '=', id)
    .execute()
  expect(rows.filter(({ waiting }) => waiting)).toHaveLength(1_003)
  expect(rows.filter(({ reason }) => reason === 'Refused')).toHaveLength(1_000)
  expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(3)
})

it('counts the attempt for the item whose called run failed', async () => {
  const called = await active([node('own', 'picky', { refused: 'b' })])
  const id = await readingParent('for_each', { workflow: called }, 'none')
  expect(await caller.runToEnd(id)).toMatchObject({ status: 'failed' })
  expect(await waitingItems(id)).toMatchObject([{ externalId: 'b', reason: 'It is refused' }])
})

it('finds the refused item if the called workflow slept in between', async () => {
  const called = await active([
    node('first', 'picky', { refused: 'none' }),
    node('sleep', 'wait', { amount: 0.01, unit: 'seconds' }),
    node('own', 'picky', { refused: 'c' }),
  ])
  const id = await readingParent('call_workflow', { workflow: called }, 'none')
  expect(await caller.runToEnd(id)).toMatchObject({ status: 'completed' })
  expect(await waitingItems(id)).toMatchObject([{ externalId: 'c' }])
})
