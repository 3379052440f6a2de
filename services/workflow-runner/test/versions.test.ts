import { maxWorkflowVersions, WorkflowSaved } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { diamond, edge, graph, node } from './graphs.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface Version {
  workflowId: string
  version: number
  graph?: unknown
  authorId: string
  restoredFrom: number | null
}
interface Page {
  items: Version[]
  total: number
}

const named = (name: string) => graph([node('start', 'trigger.manual', {}, { name })])
const path = (id: string) => `/api/workflows/${id}`

it('tells the organisation’s pages when a workflow is changed or restored, and no others when it is refused', async () => {
  const { bus } = harness
  const ada = harness.caller()
  const saved: unknown[] = []
  const heard = bus.nc.subscribe(bus.subject(`events.*.${WorkflowSaved.type}`), {
    callback: (_, message) => void saved.push(message.json()),
  })
  const id = await ada.create(named('one'))
  const other = harness.caller()
  expect((await other.call('PATCH', path(id), { graph: named('two') })).status).toBe(404)
  const stale = { 'if-match': '"stale"' }
  expect((await ada.call('PATCH', path(id), { name: 'Late' }, stale)).status).toBe(412)
  await ada.call('PATCH', path(id), { graph: named('two') })
  await ada.call('POST', `${path(id)}/versions/1/restore`)
  const { orgId } = ada.principal
  await eventually(() => expect(saved).toHaveLength(2))
  heard.unsubscribe()
  expect(saved).toMatchObject([
    { orgId, data: { workflowId: id } },
    { orgId, data: { workflowId: id } },
  ])
})

it('adds a version with its author when the graph changes, and none for other changes', async () => {
  const ada = harness.caller()
  const bob = harness.caller({ orgId: ada.principal.orgId })
  const id = await ada.create(named('one'))
  await ada.call('PATCH', path(id), { name: 'Another name' })
  await ada.call('PATCH', path(id), { graph: named('one') })
  await bob.call('PATCH', path(id), { graph: named('two') })
  const page = (await ada.call<Page>('GET', `${path(id)}/versions`)).body
  expect(page).toMatchObject({
    total: 2,
    items: [
      { workflowId: id, version: 2, authorId: bob.principal.userId, restoredFrom: null },
      { workflowId: id, version: 1, authorId: ada.principal.userId, restoredFrom: null },
    ],
  })
  for (const item of page.items) expect(item).not.toHaveProperty('graph')
  const first = await ada.call<Version>('GET', `${path(id)}/versions/1`)
  expect(first).toMatchObject({ status: 200, body: { version: 1, graph: named('one') } })
  const paged = (await ada.call<Page>('GET', `${path(id)}/versions?limit=1&offset=1`)).body
  expect(paged.items.map(({ version }) => version)).toEqual([1])
})

it('restores a graph as the newest version and names the original version', async () => {
  const ada = harness.caller()
  const id = await ada.create(named('one'))
  await ada.call('PATCH', path(id), { graph: named('two') })
  const old = (await ada.call('GET', path(id))).headers.get('etag') ?? ''
  const restored = await ada.call('POST', `${path(id)}/versions/1/restore`, undefined, {
    'if-match': old,
  })
  expect(restored).toMatchObject({ status: 200, body: { id, graph: named('one') } })
  expect(restored.headers.get('etag')).not.toBe(old)
  expect((await ada.call('GET', path(id))).body).toEqual(restored.body)
  const { items } = (await ada.call<Page>('GET', `${path(id)}/versions`)).body
  expect(items.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  const stale = await ada.call('POST', `${path(id)}/versions/2/restore`, undefined, {
    'if-match': old,
  })
  expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
})

it('restores a version that is no longer valid, but refuses to activate it and lists its problems', async () => {
  const ada = harness.caller()
  const id = await ada.create(
    graph([node('start', 'trigger.manual'), node('old', 'gone')], [edge('start', 'old')]),
  )
  await ada.call('PATCH', path(id), { graph: named('two'), active: true })
  const restored = await ada.call('POST', `${path(id)}/versions/1/restore`)
  expect(restored).toMatchObject({ status: 200, body: { active: true } })
  type Summaries = { items: { id: string; problems: { code: string }[] }[] }
  const { items } = (await ada.call<Summaries>('GET', '/api/workflows?view=summary')).body
  expect(items.find((each) => each.id === id)?.problems).toMatchObject([
    { code: 'unregistered_node' },
  ])
  expect(await ada.call('PATCH', path(id), { active: true })).toMatchObject({
    status: 422,
    body: { code: 'workflow_invalid' },
  })
  const run = await ada.runToEnd(id)
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('gone') })
})

it('refuses to restore a version if its graph does not parse', async () => {
  const ada = harness.caller()
  const id = await ada.create(named('one'))
  await ada.call('PATCH', path(id), { graph: named('two') })
  await sql`update workflow_versions set graph = '{"nodes": 1}' where workflow_id = ${id} and version = 1`.execute(
    harness.db,
  )
  expect(await ada.call('POST', `${path(id)}/versions/1/restore`)).toMatchObject({
    status: 422,
    body: { code: 'workflow_invalid' },
  })
  expect((await ada.call('GET', path(id))).body).toMatchObject({ graph: named('two') })
})

it('responds with 404 to unknown versions and with 400 to malformed numbers', async () => {
  const ada = harness.caller()
  const id = await ada.create(diamond())
  for (const call of ['GET', 'POST'] as const) {
    const end = call === 'POST' ? '/restore' : ''
    expect((await ada.call(call, `${path(id)}/versions/9${end}`)).status).toBe(404)
    expect((await ada.call(call, `${path(id)}/versions/0${end}`)).status).toBe(400)
    expect((await ada.call(call, `${path(id)}/versions/x${end}`)).status).toBe(400)
  }
  expect((await ada.call('GET', `${path('wf_none')}/versions`)).status).toBe(404)
})

it('changes nothing if the version of a restore cannot be recorded', async () => {
  const ada = harness.caller()
  const id = await ada.create(named('one'))
  await ada.call('PATCH', path(id), { graph: named('two') })
  const before = (await ada.call('GET', path(id))).body
  const name = `refuse_${id}`
  await sql`alter table workflow_versions add constraint ${sql.id(name)}
    check (workflow_id <> ${sql.lit(id)} or version < 3)`.execute(harness.db)
  expect((await ada.call('POST', `${path(id)}/versions/1/restore`)).status).toBe(500)
  expect((await ada.call('GET', path(id))).body).toEqual(before)
  await sql`alter table workflow_versions drop constraint ${sql.id(name)}`.execute(harness.db)
  expect((await ada.call('POST', `${path(id)}/versions/1/restore`)).status).toBe(200)
})

it('deletes the oldest versions when there are too many, and all of them with the workflow', async () => {
  const ada = harness.caller()
  const id = await ada.create(named('one'))
  await sql`update workflow_versions set version = ${maxWorkflowVersions} where workflow_id = ${id}`.execute(
    harness.db,
  )
  await ada.call('PATCH', path(id), { graph: named('two') })
  await ada.call('PATCH', path(id), { graph: named('three') })
  const { items } = (await ada.call<Page>('GET', `${path(id)}/versions`)).body
  expect(items.map(({ version }) => version)).toEqual([
    maxWorkflowVersions + 2,
    maxWorkflowVersions + 1,
    maxWorkflowVersions,
  ])
  await sql`update workflow_versions set version = 1 where workflow_id = ${id} and version = ${maxWorkflowVersions}`.execute(
    harness.db,
  )
  await ada.call('PATCH', path(id), { graph: named('four') })
  const left = (await ada.call<Page>('GET', `${path(id)}/versions`)).body.items
  expect(left.map(({ version }) => version)).not.toContain(1)
  await ada.call('DELETE', path(id))
  const rows = await harness.db
    .selectFrom('workflow_versions')
    .select('version')
    .where('workflow_id', '=', id)
    .execute()
  expect(rows).toEqual([])
})
