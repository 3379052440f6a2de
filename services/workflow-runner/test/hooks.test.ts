import { inTransaction } from '@atrium/database'
import { keepAudit } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recentRuns } from '../src/hooks/hooks.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { boom, pass } from './recorded-run.ts'

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([pass, boom])
  caller = harness.caller()
})
afterAll(() => harness.stop())

interface Hook {
  id: string
  url: string
}

const hooked = (respond: string, next = 'pass') =>
  graph([node('hook', 'trigger.webhook', { respond }), node('next', next)], [edge('hook', 'next')])
const addressOf = async (id: string): Promise<string> => {
  const answer = await caller.call<Hook>('POST', `/api/workflows/${id}/hook`)
  expect(answer.status).toBe(200)
  return `${harness.service.url}/api/public/hooks/${answer.body.url.split('/api/public/hooks/')[1]}`
}
const activate = (id: string, active = true) => caller.call('PATCH', `/api/workflows/${id}`, { active })
const post = (url: string, body: string, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } })
const start = async (respond: string, next?: string) => {
  const id = await caller.create(hooked(respond, next))
  await activate(id)
  return { id, url: await addressOf(id) }
}

it('a call starts a run with the body as its item, and is answered at once', async () => {
  const { id, url } = await start('at_once')
  const answer = await post(`${url}?a=1`, JSON.stringify({ name: 'x' }))
  expect(answer.status).toBe(202)
  const { runId } = (await answer.json()) as { runId: string }
  const run = await caller.ended(id, runId)
  expect(run).toMatchObject({ status: 'completed', trigger: 'event' })
  expect(run.nodes[0]?.['sample']).toMatchObject({
    items: [{ json: { body: { name: 'x' }, query: { a: '1' }, contentType: 'application/json' } }],
  })
})

it('a call is answered with the last output, or with a refusal when the run fails', async () => {
  const { url } = await start('last_output')
  const form = await post(url, 'a=1&b=2', 'application/x-www-form-urlencoded')
  expect(form.status).toBe(200)
  expect(await form.json()).toMatchObject({
    items: [{ json: { body: { a: '1', b: '2' } } }],
    truncated: false,
  })
  const text = await post(url, 'plain', 'text/plain')
  expect(await text.json()).toMatchObject({ items: [{ json: { body: 'plain' } }] })
  const failing = await start('last_output', 'boom')
  const refused = await post(failing.url, '{}')
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ code: 'run_failed' })
})

it('an address that is made, made anew and ended stands in the audit by the name of its workflow, without its secret', async () => {
  const entriesOf = await keepAudit(harness.db)
  const { id, url } = await start('at_once')
  const renewed = await addressOf(id)
  const path = `/api/workflows/${id}/hook`
  expect((await harness.caller().call('DELETE', path)).status).toBe(404)
  expect([(await caller.call('DELETE', path)).status, (await caller.call('DELETE', path)).status]).toEqual([
    204, 404,
  ])
  const entries = await entriesOf(caller.principal.orgId ?? '')
  const { name } = (await caller.call<{ name: string }>('GET', `/api/workflows/${id}`)).body
  expect(entries.map(({ action, target }) => [action, target])).toEqual(
    ['secret_rotated', 'secret_rotated', 'removed'].map((verb) => [
      `hook.${verb}`,
      { type: 'workflow', id, name },
    ]),
  )
  for (const address of [url, renewed]) {
    expect(JSON.stringify(entries)).not.toContain(address.split('/').at(-1))
  }
})

it('a workflow without an address says so', async () => {
  const id = await caller.create(hooked('at_once'))
  for (const method of ['GET', 'DELETE']) {
    expect(await caller.call(method, `/api/workflows/${id}/hook`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'The workflow has no address' },
    })
  }
})

it('a wrong secret and an unknown address are the same', async () => {
  const { url } = await start('at_once')
  const bodies = await Promise.all(
    [`${url}x`, url.replace(/\/hook_/, '/hook_0')].map(async (wrong) => {
      const answer = await post(wrong, '{}')
      const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body }
    }),
  )
  expect(bodies[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(bodies[1]).toEqual(bodies[0])
})

it('hostile bodies are refused and start nothing', async () => {
  const { id, url } = await start('at_once')
  expect((await post(url, 'x'.repeat(1_048_577), 'text/plain')).status).toBe(413)
  expect((await post(url, '{"a":')).status).toBe(400)
  expect((await post(url, '['.repeat(5_000) + ']'.repeat(5_000))).status).toBe(400)
  expect((await post(url, `[${'0,'.repeat(140_000)}0]`)).status).toBe(400)
  expect(await harness.db.selectFrom('runs').select('id').where('workflow_id', '=', id).execute()).toEqual([])
})

it('an inactive workflow, and one without the trigger, refuse calls', async () => {
  const { id, url } = await start('at_once')
  await activate(id, false)
  expect(await (await post(url, '{}')).json()).toMatchObject({ status: 409, code: 'hook_inactive' })
})

it('calls beyond 120 a minute are refused with the time to wait', async () => {
  const { url } = await start('at_once')
  const statuses: number[] = []
  for (let at = 0; at < 121; at += 1) statuses.push((await post(url, '{}')).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(120)
  const refused = await post(url, '{}')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
})

it('an address is shown without its secret, renewed and ended', async () => {
  const { id, url } = await start('at_once')
  const shown = await caller.call<Hook>('GET', `/api/workflows/${id}/hook`)
  expect(shown.body).not.toHaveProperty('url')
  expect(JSON.stringify(await harness.db.selectFrom('workflow_hooks').selectAll().execute())).not.toContain(
    url.split('/').at(-1),
  )
  const renewed = await addressOf(id)
  expect((await post(url, '{}')).status).toBe(404)
  expect((await post(renewed, '{}')).status).toBe(202)
  expect((await caller.call('DELETE', `/api/workflows/${id}/hook`)).status).toBe(204)
  expect((await post(renewed, '{}')).status).toBe(404)
  expect((await caller.call('GET', `/api/workflows/${id}/hook`)).status).toBe(404)
})

it('a call waits for those before it, so that they do not pass the limit together', async () => {
  const { id, url } = await start('at_once')
  const { orgId } = caller.call
  const insert = (from: number, to: number) =>
    sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, finished_at)
      select 'run_' || ${id}::text || i, ${orgId}, 'x', ${id}, 'usr_x', 'workflow-run', 1, 'completed', 'event', '{}', now()
      from generate_series(${from}::int, ${to}::int) i`
  await insert(1, 119).execute(harness.db)
  let answer: Response | undefined
  await inTransaction(harness.db, undefined, async (tx) => {
    expect(await recentRuns(tx, orgId, id, 120)).toBe(119)
    void post(url, '{}').then((given) => {
      answer = given
    })
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(harness.db)
      expect(rows.length > 0 || answer !== undefined).toBe(true)
    })
    await insert(120, 120).execute(tx)
  })
  await eventually(() => expect(answer?.status).toBe(429))
})

it('a colleague of another org sees, renews and ends no address', async () => {
  const { id, url } = await start('at_once')
  const stranger = harness.caller({ role: 'owner' })
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect(await stranger.call(method, `/api/workflows/${id}/hook`)).toMatchObject({ status: 404 })
  }
  expect((await post(url, '{}')).status).toBe(202)
  // A one-off chain has no row that an address could belong to.
  expect(await caller.call('POST', '/api/workflows/internal:tts:x/hook')).toMatchObject({ status: 404 })
})

it('a repeated request answers the same address, which is stored sealed', async () => {
  const { id } = await start('at_once')
  const renew = () =>
    caller.call<Hook>('POST', `/api/workflows/${id}/hook`, undefined, { 'idempotency-key': `key-${id}` })
  const [first, second] = [await renew(), await renew()]
  expect(second.body).toEqual(first.body)
  const secret = first.body.url.split('/').at(-1) ?? ''
  const { rows } = await sql<{ text: string }>`select i::text as text from idempotency_keys i`.execute(
    harness.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
})
