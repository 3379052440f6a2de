import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness()
  caller = harness.caller()
})
afterAll(() => harness.stop())

interface Tried {
  nodes: { nodeId: string; sample: { items: { json: object }[] } | null }[]
}
const start = node('start', 'trigger.manual')
const tryIt = (id: string) => caller.call<Tried>('POST', `/api/workflows/${id}/try`)
const toItems = (tried: Tried, id: string) =>
  tried.nodes.find(({ nodeId }) => nodeId === id)?.sample?.items.map(({ json }) => json)

describe('a pinned output', () => {
  const pins = (id: string, by = caller) =>
    by.call<{ items: { nodeId: string; outputs: object; bytes: number }[] }>(
      'GET',
      `/api/workflows/${id}/pins`,
    )
  const pinPath = (id: string, nodeId: string) => `/api/workflows/${id}/pins/${nodeId}`

  it('replaces the call of its node in tries, but not in runs', async () => {
    const id = await caller.create(
      graph(
        [start, node('check', 'if', { combinator: 'and', conditions: [] }), node('yes', 'limit')],
        [edge('start', 'check'), edge('check:false', 'yes')],
      ),
    )
    const outputs = { false: [{ json: { pinned: true } }] }
    const put = await caller.call('PUT', pinPath(id, 'check'), { outputs })
    expect(put).toMatchObject({ status: 200, body: { workflowId: id, nodeId: 'check', outputs } })
    const tried = (await tryIt(id)).body
    expect(toItems(tried, 'yes')).toEqual([{ pinned: true }])
    const run = await caller.runToEnd(id)
    expect(run.nodes.find((each) => each['nodeId'] === 'yes')).toMatchObject({ status: 'skipped' })
    // A pin copied from a run holds the run's sample, by output.
    const copied = await caller.call('PUT', pinPath(id, 'check'), { fromRun: run.id })
    expect(copied.body).toMatchObject({ outputs: { true: [{ json: {} }], false: [] } })
    // The list holds item counts. Only a single pin holds the items.
    const { items } = (await pins(id)).body
    expect(items).toMatchObject([{ nodeId: 'check', outputs: { true: 1, false: 0 } }])
    const pin = (await caller.call<{ outputs: object }>('GET', pinPath(id, 'check'))).body
    expect(pin).toEqual(copied.body)
    expect(items[0]?.bytes).toBeGreaterThanOrEqual(JSON.stringify(pin.outputs).length)
    expect((await caller.call('DELETE', pinPath(id, 'check'))).status).toBe(204)
    expect((await caller.call('DELETE', pinPath(id, 'check'))).status).toBe(404)
    expect((await caller.call('GET', pinPath(id, 'check'))).status).toBe(404)
    expect((await pins(id)).body.items).toEqual([])
  })

  it('ignores a pin in tries if its node was removed, and keeps the pin until it is deleted', async () => {
    const set = node('set', 'set_fields', { fields: [{ name: 'n', value: 1 }] })
    const id = await caller.create(graph([start, set], [edge('start', 'set')]))
    await caller.call('PUT', pinPath(id, 'start'), {
      outputs: { main: [{ json: { pinned: true } }] },
    })
    await caller.call('PUT', pinPath(id, 'set'), { outputs: { main: [{ json: { n: 7 } }] } })
    await caller.call('PATCH', `/api/workflows/${id}`, { graph: graph([start]) })
    const tried = (await tryIt(id)).body
    expect(tried.nodes.map(({ nodeId }) => nodeId)).toEqual(['start'])
    expect(toItems(tried, 'start')).toEqual([{ pinned: true }])
    expect((await pins(id)).body.items.map(({ nodeId }) => nodeId)).toEqual(['set', 'start'])
    expect((await caller.call('DELETE', pinPath(id, 'set'))).status).toBe(204)
  })

  it('refuses bad input, another org’s workflow, unknown runs and too many pins', async () => {
    const id = await caller.create(graph([start]))
    const outputs = { main: [{ json: {} }] }
    for (const body of [
      undefined,
      {},
      { outputs: { main: [{}] } },
      { outputs, fromRun: 'run_1' },
    ]) {
      const answer = await caller.call('PUT', pinPath(id, 'start'), body)
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'Choose sample outputs or an earlier run' }] },
      })
    }
    expect((await caller.call('PUT', pinPath(id, 'start'), { fromRun: 'run_none' })).status).toBe(
      404,
    )
    const stranger = harness.caller()
    expect((await stranger.call('PUT', pinPath(id, 'start'), { outputs })).status).toBe(404)
    expect((await pins(id, stranger)).status).toBe(404)
    await caller.call('PUT', pinPath(id, 'start'), { outputs })
    expect((await stranger.call('GET', pinPath(id, 'start'))).status).toBe(404)
    await caller.call('DELETE', pinPath(id, 'start'))
    await sql`insert into workflow_pins (workflow_id, node_id, org_id, outputs)
      select ${id}, 'n' || g, ${caller.principal.orgId}, '{}' from generate_series(1, 200) g`.execute(
      harness.db,
    )
    expect(await caller.call('PUT', pinPath(id, 'start'), { outputs })).toMatchObject({
      status: 409,
      body: { code: 'too_many_pins' },
    })
    expect((await caller.call('PUT', pinPath(id, 'n7'), { outputs })).status).toBe(200)
    expect((await pins(id)).body.items).toHaveLength(200)
  })

  it('keeps the previous pin if the new one cannot be saved', async () => {
    const id = await caller.create(graph([start]))
    const before = { main: [{ json: { v: 1 } }] }
    await caller.call('PUT', pinPath(id, 'start'), { outputs: before })
    await sql`alter table workflow_pins add constraint refuse_pin
      check (outputs::text not like '%refused%')`.execute(harness.db)
    const refused = { main: [{ json: { v: 'refused' } }] }
    expect((await caller.call('PUT', pinPath(id, 'start'), { outputs: refused })).status).toBe(500)
    await sql`alter table workflow_pins drop constraint refuse_pin`.execute(harness.db)
    expect((await caller.call('GET', pinPath(id, 'start'))).body).toMatchObject({ outputs: before })
  })
})
