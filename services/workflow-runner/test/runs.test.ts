import { eventually } from '@atrium/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { diamond, edge, graph, node } from './graphs.ts'
import { type Answer, type RunBody, startHarness } from './harness.ts'
import { boom, pass, testNode } from './recorded-run.ts'

let open: () => void = () => {}
let gate = new Promise<void>((resolve) => {
  open = resolve
})
const seen: string[] = []
const wait = testNode('wait', async (items, params, context) => {
  seen.push(String(params['label'] ?? context.runId))
  await Promise.race([
    gate,
    new Promise((resolve) => context.signal.addEventListener('abort', resolve)),
  ])
  return { outputs: { main: items } }
})
// Each pattern match is short, but all of them together take longer than the test runs.
const many = testNode('many', async ([item]) => ({
  outputs: { main: Array.from({ length: 5_000 }, () => item ?? { json: {} }) },
}))
const close = () => {
  gate = new Promise((resolve) => {
    open = resolve
  })
}

// Two of these slots are for one org because half is left to others.
const harness = await startHarness([wait, many, pass, boom], { WORKFLOW_SLOTS: '4' })
afterAll(() => harness.stop())

const waiting = (label: string) =>
  graph([node('start', 'trigger.manual'), node('wait', 'wait', { label })], [edge('start', 'wait')])

describe('a run fired by hand', () => {
  it('responds at once and completes with a record of every node', async () => {
    const caller = harness.caller()
    const id = await caller.create(diamond())
    const fired = await caller.call<{ runId: string; alreadyPending: boolean; run: RunBody }>(
      'POST',
      `/api/workflows/${id}/run`,
    )
    expect(fired.status).toBe(202)
    expect(fired.body).toMatchObject({
      alreadyPending: false,
      run: { status: 'queued', trigger: 'manual', queuePosition: 0, nodes: [] },
    })
    // While the run waits, firing again would return the same run.
    await caller.ended(id, fired.body.runId)
    const run = await caller.runToEnd(id, { extra: 1 })
    expect(run).toMatchObject({ status: 'completed', error: null, workflowId: id })
    expect(run.nodes.map((each) => [each['nodeId'], each['status'], each['skipReason']])).toEqual([
      ['start', 'completed', null],
      ['check', 'completed', null],
      ['yes', 'completed', null],
      ['no', 'skipped', 'no_input'],
      ['join', 'completed', null],
    ])
    expect(run.nodes[0]).toMatchObject({
      itemsIn: 1,
      itemsOut: 1,
      outputs: { main: 1 },
      sample: { items: [{ json: { extra: 1 } }] },
    })
    expect(run).not.toHaveProperty('queuePosition')
    const latest = await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/latest`)
    expect(latest.body.id).toBe(run.id)
    const list = await caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${id}/runs`)
    expect(list.body.items).toHaveLength(2)
    expect(list.body.items[0]).not.toHaveProperty('nodes')
  })

  it('fails with its node’s reason and is not reported as the latest completed run', async () => {
    const caller = harness.caller()
    const id = await caller.create(
      graph([node('start', 'trigger.manual'), node('b', 'boom')], [edge('start', 'b')]),
    )
    expect(await caller.runToEnd(id)).toMatchObject({ status: 'failed', error: 'b: it broke' })
    expect((await caller.call('GET', `/api/workflows/${id}/runs/latest`)).status).toBe(404)
  })

  it('fails if the draft is broken, without harm to other runs', async () => {
    const caller = harness.caller()
    const cyclic = graph(
      [node('start', 'trigger.manual'), node('a', 'pass'), node('b', 'pass')],
      [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')],
    )
    expect((await caller.runToEnd(await caller.create(cyclic))).error).toContain('cycle')
    await harness.db
      .updateTable('workflows')
      .set({ graph: '"poison"' as never })
      .where('id', '=', await caller.create(diamond()))
      .execute()
    expect(await caller.runToEnd(await caller.create(diamond()))).toMatchObject({
      status: 'completed',
    })
  })

  it('shows a node with large patterns as running while others get their turn, and cancels it', async () => {
    const caller = harness.caller()
    const conditions = Array.from({ length: 60 }, (_, at) => ({
      left: 's',
      operator: 'matches',
      right: `(?:[ab]*a[ab]{20}){4}${at}`,
    }))
    const slow = graph(
      [
        node('start', 'trigger.manual'),
        node('many', 'many'),
        node('check', 'if', { combinator: 'or', conditions }),
      ],
      [edge('start', 'many'), edge('many', 'check')],
    )
    const id = await caller.create(slow)
    const s = Array.from({ length: 150 }, (_, at) => ((at * at * 7) % 11 < 5 ? 'a' : 'b')).join('')
    const { body } = await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`, {
      input: { s },
    })
    const path = `/api/workflows/${id}/runs/${body.runId}`
    await eventually(async () => {
      const { nodes } = (await caller.call<RunBody>('GET', path)).body
      expect(nodes).toMatchObject([
        { nodeId: 'start', status: 'completed' },
        { nodeId: 'many', status: 'completed' },
        { nodeId: 'check', status: 'running' },
      ])
    })
    const other = harness.caller()
    expect((await other.runToEnd(await other.create(diamond()))).status).toBe('completed')
    expect((await caller.call<RunBody>('POST', `${path}/cancel`)).body.nodes[2]).toMatchObject({
      status: 'skipped',
      skipReason: 'cancelled',
    })
  })

  it('responds with 404 when its workflow was deleted', async () => {
    const caller = harness.caller()
    const id = await caller.create(diamond())
    const { id: runId } = await caller.runToEnd(id)
    expect((await caller.call('DELETE', `/api/workflows/${id}`)).status).toBe(204)
    const run = `/api/workflows/${id}/runs/${runId}`
    for (const [method, path] of [
      ['GET', run],
      ['GET', `${run}/events`],
      ['POST', `${run}/cancel`],
      ['GET', `/api/workflows/${id}/runs`],
    ] as const) {
      expect((await caller.call(method, path)).status, path).toBe(404)
    }
  })

  it('returns the same run while it is queued, and keeps a run cancelled when its node returns later', async () => {
    close()
    const caller = harness.caller()
    const blockers = await Promise.all([1, 2].map(() => caller.create(waiting('block'))))
    const blocked: Answer<{ runId: string }>[] = []
    for (const id of blockers)
      blocked.push(await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`))
    const going = (id: string, at: number) => `/api/workflows/${id}/runs/${blocked[at]?.body.runId}`
    await eventually(async () => {
      for (const [at, id] of blockers.entries())
        expect((await caller.call<RunBody>('GET', going(id, at))).body.status).toBe('running')
    })
    const running = (await caller.call<RunBody>('GET', going(blockers[0] ?? '', 0))).body
    expect(running.nodes.find((each) => each['nodeId'] === 'wait')).toMatchObject({
      status: 'running',
      itemsIn: 1,
    })

    const id = await caller.create(waiting('later'))
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        caller.call<{ runId: string; alreadyPending: boolean }>('POST', `/api/workflows/${id}/run`),
      ),
    )
    expect(new Set(answers.map((each) => each.body.runId)).size).toBe(1)
    expect(answers.filter((each) => !each.body.alreadyPending)).toHaveLength(1)
    const runId = answers[0]?.body.runId
    const cancelled = await caller.call<RunBody>(
      'POST',
      `/api/workflows/${id}/runs/${runId}/cancel`,
    )
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const again = await caller.call('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
    expect(again).toMatchObject({ status: 409, body: { code: 'run_finished' } })

    await caller.call('POST', `${going(blockers[0] ?? '', 0)}/cancel`)
    const stopped = await eventually(async () => {
      const run = (await caller.call<RunBody>('GET', going(blockers[0] ?? '', 0))).body
      expect(run.nodes.find((each) => each['nodeId'] === 'wait')).toMatchObject({
        status: 'skipped',
        skipReason: 'cancelled',
      })
      return run
    })
    expect(stopped.status).toBe('cancelled')
    open()
    await eventually(async () =>
      expect((await caller.call<RunBody>('GET', going(blockers[1] ?? '', 1))).body.status).toBe(
        'completed',
      ),
    )
    expect((await caller.call<RunBody>('GET', going(blockers[0] ?? '', 0))).body.status).toBe(
      'cancelled',
    )
    expect(seen).not.toContain('later')
  })

  it('starts the run of one org while another org has a long queue', async () => {
    close()
    seen.length = 0
    const flood = harness.caller()
    for (let at = 0; at < 30; at += 1)
      await flood.call('POST', `/api/workflows/${await flood.create(waiting(`flood ${at}`))}/run`)
    await eventually(() => expect(seen).toHaveLength(2))
    const other = harness.caller()
    const fired = await other.call<{ run: RunBody }>(
      'POST',
      `/api/workflows/${await other.create(waiting('other'))}/run`,
    )
    expect(fired.body.run.queuePosition).toBeLessThanOrEqual(1)
    open()
    await eventually(() => expect(seen).toHaveLength(31))
    const started = await harness.db
      .selectFrom('runs')
      .select('org_id')
      .where('org_id', 'in', [flood.principal.orgId, other.principal.orgId])
      .orderBy('started_at')
      .execute()
    // Two runs were executing already, so the other org's run is the next to start.
    expect(started.findIndex((run) => run.org_id === other.principal.orgId)).toBeLessThanOrEqual(3)
  })
})

describe('a live view', () => {
  it('sends the run and its nodes as they change, and closes when the run ends', async () => {
    close()
    const caller = harness.caller()
    const id = await caller.create(waiting('live'))
    const fired = await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
    const response = await caller.open(`/api/workflows/${id}/runs/${fired.body.runId}/events`)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    let text = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      if (text.includes('"nodeId":"wait"') && text.includes('"status":"running"')) open()
    }
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data ?? ''),
    }))
    expect(
      events
        .filter((each) => each.event === 'node' && each.data.nodeId === 'wait')
        .map((each) => each.data.status),
    ).toEqual(['running', 'completed'])
    expect(events.at(-1)).toMatchObject({ event: 'run', data: { status: 'completed' } })
  })
})
