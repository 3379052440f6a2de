import { PlanLimitsOf, WorkflowPlanUsage } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { keepAudit, principalHeaders } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeCall } from '../src/hooks/hook-calls.db.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { type Hook, type HookWorld, hooked, hookWorld, post } from './hook-world.ts'
import { boom, pass, testNode } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

/** Returns when the run is cancelled. */
const hold = testNode(
  'hold',
  (_items, _params, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ outputs: {} }))),
)

let harness: Harness
let caller: Caller
let world: HookWorld
beforeAll(async () => {
  harness = await startHarness([pass, boom, hold])
  caller = harness.caller()
  world = hookWorld(harness, caller)
})
afterAll(() => harness.stop())

it('responds at once and starts a run with the body as its item', async () => {
  const { id, url } = await world.start('at_once')
  const answer = await post(`${url}?a=1`, JSON.stringify({ name: 'x' }))
  expect(answer.status).toBe(202)
  const { runId } = (await answer.json()) as { runId: string }
  const run = await caller.ended(id, runId)
  expect(run).toMatchObject({ status: 'completed', trigger: 'event' })
  expect(run.nodes[0]?.['sample']).toMatchObject({
    items: [{ json: { body: { name: 'x' }, query: { a: '1' }, contentType: 'application/json' } }],
  })
})

it('responds with the last output, or with an error when the run fails', async () => {
  const { url } = await world.start('last_output')
  const form = await post(url, 'a=1&b=2', 'application/x-www-form-urlencoded')
  expect(form.status).toBe(200)
  expect(await form.json()).toMatchObject({
    items: [{ json: { body: { a: '1', b: '2' } } }],
    truncated: false,
  })
  const text = await post(url, 'plain', 'text/plain')
  expect(await text.json()).toMatchObject({ items: [{ json: { body: 'plain' } }] })
  const failing = await world.start('last_output', 'boom')
  const refused = await post(failing.url, '{}')
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ code: 'run_failed' })
})

it('responds when another replica cancels the run', async () => {
  const replica = await harness.replica()
  try {
    const { id, url } = await world.start('last_output', 'hold')
    const call = post(url, '{}')
    const runId = await eventually(async () => {
      const { body } = await caller.call<{ items: { id: string; status: string }[] }>(
        'GET',
        `/api/workflows/${id}/runs`,
      )
      const [run] = body.items
      if (run?.status !== 'running') throw new Error('not running yet')
      return run.id
    })
    const cancelled = await fetch(`${replica.url}/api/workflows/${id}/runs/${runId}/cancel`, {
      method: 'POST',
      headers: await principalHeaders('workflow', harness.env, caller.principal),
    })
    expect(cancelled.status).toBe(200)
    expect((await call).status).toBe(422)
  } finally {
    await replica.stop()
  }
})

it('stops waiting when the sender hangs up, so that other calls can wait', async () => {
  const own = harness.caller()
  const { id, url } = await hookWorld(harness, own).start('last_output', 'hold')
  const mostWaiting = 100
  const hangUp = new AbortController()
  // A few more calls, because the ones below may take a place while these arrive.
  const calls = Array.from({ length: mostWaiting + 20 }, () =>
    fetch(url, { method: 'POST', body: '{}', signal: hangUp.signal }).catch(() => undefined),
  )
  const other = await hookWorld(harness, harness.caller()).start('last_output')
  const status = async () => (await post(other.url, '{}')).status
  await eventually(async () => expect(await status()).toBe(202))
  hangUp.abort()
  await Promise.all(calls)
  await eventually(async () => expect(await status()).toBe(200))
  expect((await own.call('DELETE', `/api/workflows/${id}`)).status).toBe(204)
})

it('audits the creation, renewal and deletion of an address by workflow name and without the secret', async () => {
  const entriesOf = await keepAudit(harness.db)
  const { id, url } = await world.start('at_once')
  const renewed = await world.readAddress(id)
  const path = `/api/workflows/${id}/hook`
  expect((await harness.caller().call('DELETE', path)).status).toBe(404)
  expect([
    (await caller.call('DELETE', path)).status,
    (await caller.call('DELETE', path)).status,
  ]).toEqual([204, 404])
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

it('responds with 404 and a reason if the workflow has no address', async () => {
  const id = await caller.create(hooked('at_once'))
  for (const method of ['GET', 'DELETE']) {
    expect(await caller.call(method, `/api/workflows/${id}/hook`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'The workflow has no web address' },
    })
  }
})

it('responds with the same error to a wrong secret and to an unknown address', async () => {
  const { url } = await world.start('at_once')
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

it('refuses hostile bodies and starts nothing', async () => {
  const { id, url } = await world.start('at_once')
  expect((await post(url, 'x'.repeat(1_048_577), 'text/plain')).status).toBe(413)
  expect((await post(url, '{"a":')).status).toBe(400)
  expect((await post(url, '['.repeat(5_000) + ']'.repeat(5_000))).status).toBe(400)
  expect((await post(url, `[${'0,'.repeat(140_000)}0]`)).status).toBe(400)
  expect(
    await harness.db.selectFrom('runs').select('id').where('workflow_id', '=', id).execute(),
  ).toEqual([])
})

it('refuses calls if the workflow is inactive or lacks the trigger', async () => {
  const { id, url } = await world.start('at_once')
  await world.activate(id, false)
  expect(await (await post(url, '{}')).json()).toMatchObject({ status: 409, code: 'hook_inactive' })
})

it('accepts more than 120 calls a minute by default', async () => {
  const { url } = await world.start('at_once')
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await post(url, '{}')).status),
  )
  expect(new Set(statuses)).toEqual(new Set([202]))
})

it('refuses calls above the organisation’s limit with the time to wait, even if they are concurrent', async () => {
  const limited = await startHarness([pass], { HOOK_CALLS_PER_MINUTE: '5' })
  try {
    const own = limited.caller()
    const addresses = await Promise.all(
      [own, own, limited.caller()].map(async (member) => {
        const id = await member.create(hooked('at_once'))
        await member.call('PATCH', `/api/workflows/${id}`, { active: true })
        const { body } = await member.call<Hook>('POST', `/api/workflows/${id}/hook`)
        return `${limited.service.url}/api/public/hooks/${body.url.split('/api/public/hooks/')[1]}`
      }),
    )
    const [first = '', second = '', foreign = ''] = addresses
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => post(at % 2 === 0 ? first : second, '{}')),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      202, 202, 202, 202, 202, 429, 429, 429,
    ])
    const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await post(foreign, '{}')).status).toBe(202)
  } finally {
    await limited.stop()
  }
})

it('performs as many runs as the plan allows in a month and fails the others when calls are concurrent', async () => {
  const own = await startHarness([pass])
  const caller = own.caller()
  const invoicing = await startStandIn(own.env, 'invoicing', [
    rpcHandler(PlanLimitsOf, async (asked) => ({
      plan: 'free' as const,
      limits: asked.orgId === caller.principal.orgId ? { runsPerMonth: 5 } : {},
    })),
  ])
  try {
    const { start } = hookWorld(own, caller)
    const { id, url } = await start('last_output')
    const other = await hookWorld(own, own.caller()).start('last_output')
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(url, '{}')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 200, 200, 422, 422, 422,
    ])
    const runs = await own.db.selectFrom('runs').selectAll().where('workflow_id', '=', id).execute()
    expect(Map.groupBy(runs, ({ status }) => status).get('completed')).toHaveLength(5)
    expect((await post(other.url, '{}')).status).toBe(200)
    const usage = (org: string) => callRpc(own.bus, WorkflowPlanUsage, { orgId: org })
    expect((await usage(caller.principal.orgId ?? '')).used).toMatchObject({ runsPerMonth: 5 })
  } finally {
    await invoicing.stop()
    await own.stop()
  }
})

it('weights the previous minute by the share that lies within the last 60 seconds', async () => {
  const { db } = harness
  const at = (seconds: number) => new Date(Date.UTC(2026, 4, 4, 9, 0, 0) + seconds * 1_000)
  const take = (seconds: number) => takeCall(db, 'org_counted', { now: at(seconds), most: 4 })
  expect([await take(30), await take(30), await take(30), await take(30)]).toEqual([0, 0, 0, 0])
  expect(await take(50)).toBe(10)
  // The previous minute had 4 calls. They count in full when this minute begins and as 2 in its
  // middle.
  expect(await take(60)).toBe(15)
  expect([await take(90), await take(90)]).toEqual([0, 0])
  expect(await take(90)).toBe(15)
  expect(await take(180)).toBe(0)
})

it('shows an address without its secret, renews it and deletes it', async () => {
  const { id, url } = await world.start('at_once')
  const shown = await caller.call<Hook>('GET', `/api/workflows/${id}/hook`)
  expect(shown.body).not.toHaveProperty('url')
  expect(
    JSON.stringify(await harness.db.selectFrom('workflow_hooks').selectAll().execute()),
  ).not.toContain(url.split('/').at(-1))
  const renewed = await world.readAddress(id)
  expect((await post(url, '{}')).status).toBe(404)
  expect((await post(renewed, '{}')).status).toBe(202)
  expect((await caller.call('DELETE', `/api/workflows/${id}/hook`)).status).toBe(204)
  expect((await post(renewed, '{}')).status).toBe(404)
  expect((await caller.call('GET', `/api/workflows/${id}/hook`)).status).toBe(404)
})

it('responds with 404 when a member of another org reads, renews or deletes an address', async () => {
  const { id, url } = await world.start('at_once')
  const stranger = harness.caller({ role: 'owner' })
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect(await stranger.call(method, `/api/workflows/${id}/hook`)).toMatchObject({ status: 404 })
  }
  expect((await post(url, '{}')).status).toBe(202)
  // A one-off chain has no row to own an address.
  expect(await caller.call('POST', '/api/workflows/internal:tts:x/hook')).toMatchObject({
    status: 404,
  })
})

it('returns the same address when a request is repeated, and stores it sealed', async () => {
  const { id } = await world.start('at_once')
  const renew = () =>
    caller.call<Hook>('POST', `/api/workflows/${id}/hook`, undefined, {
      'idempotency-key': `key-${id}`,
    })
  const [first, second] = [await renew(), await renew()]
  expect(second.body).toEqual(first.body)
  const secret = first.body.url.split('/').at(-1) ?? ''
  const { rows } = await sql<{
    text: string
  }>`select i::text as text from idempotency_keys i`.execute(harness.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
})

it('passes the method, headers and raw body to the run, without the platform’s own headers', async () => {
  const { id, url } = await world.startWith({ keepRaw: true })
  const body = '{ "order" : 7615917337495251231 }'
  const headers = { 'x-shop-topic': 'orders/create', cookie: 'a=b', 'x-forwarded-for': '192.0.2.1' }
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'text/plain' },
  })
  const item = await world.itemOfRun(id, answer)
  expect(item).toMatchObject({
    method: 'POST',
    headers: { 'x-shop-topic': 'orders/create', 'content-type': 'text/plain' },
    body: { order: '7615917337495251231' },
    rawBody: body,
    files: [],
  })
  expect(Object.keys(item['headers'] as object)).not.toContain('cookie')
  expect(Object.keys(item['headers'] as object)).not.toContain('x-forwarded-for')
  const without = await world.startWith({})
  expect(await world.itemOfRun(without.id, await post(without.url, '{}'))).not.toHaveProperty(
    'rawBody',
  )
})

it('decodes a body by its charset', async () => {
  const { id, url } = await world.startWith({})
  const send = (text: string, type: string) =>
    fetch(url, {
      method: 'POST',
      body: Buffer.from(text, 'latin1'),
      headers: { 'content-type': type },
    })
  expect(
    await world.itemOfRun(id, await send('Café', 'text/plain; charset=ISO-8859-1')),
  ).toMatchObject({
    body: 'Café',
  })
  expect(await world.itemOfRun(id, await send('{"a":"Café"}', 'application/json'))).toMatchObject({
    body: { a: 'Café' },
  })
})

it('refuses JSON that is nested too deeply, even if it is written in UTF-16', async () => {
  const { url } = await world.startWith({})
  // The second byte of this letter equals a quotation mark.
  const deep = `{"a":"\u2200","b":${'['.repeat(200)}${']'.repeat(200)}}`
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const headers = {
      'content-type': `application/json; charset=${encoding === 'utf8' ? 'utf-8' : 'utf-16le'}`,
    }
    const answer = await fetch(url, { method: 'POST', body: Buffer.from(deep, encoding), headers })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('nested deeper than 100 levels'),
    ])
  }
})

it('keeps a plain text if it only looks like JSON', async () => {
  const { id, url } = await world.startWith({})
  expect(await world.itemOfRun(id, await post(url, '{ not JSON', 'text/plain'))).toMatchObject({
    body: '{ not JSON',
  })
})

it('responds to GET and HEAD with the challenge or a fixed text, even before activation, and starts nothing', async () => {
  const id = await caller.create(hooked('at_once'))
  const url = await world.readAddress(id)
  const plain = await fetch(url)
  expect([plain.status, await plain.text()]).toEqual([200, 'OK'])
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${url}x`)).status).toBe(404)
  const challenged = await world.startWith({ challenge: 'hub.challenge' })
  const checked = await fetch(`${challenged.url}?hub.mode=subscribe&hub.challenge=%3Cb%3E17`)
  expect(await checked.text()).toBe('<b>17')
  expect(checked.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(checked.headers.get('x-content-type-options')).toBe('nosniff')
  const runs = await harness.db
    .selectFrom('runs')
    .select('id')
    .where('workflow_id', 'in', [id, challenged.id])
    .execute()
  expect(runs).toEqual([])
})
