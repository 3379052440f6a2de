import { CancelInternalRuns, StartInternalRun } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { claimDuePost } from '../posts/claim-post.ts'

let harness: Harness
let started: unknown[] = []
let cancelled: unknown[] = []
let idle = false
let runner: (() => Promise<void>) | undefined

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(() => {
  started = []
  cancelled = []
  idle = false
})

async function startRunner(): Promise<void> {
  runner = await harness.answer([
    rpcHandler(StartInternalRun, async (input) => ({ runId: `run_${started.push(input)}` })),
    rpcHandler(CancelInternalRuns, async (input) => {
      cancelled.push(input)
      return { cancelled: idle ? 0 : 1 }
    }),
  ])
}

test('starts one next-action run per key for a contact and rejects other kinds', async () => {
  await startRunner()
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
  })
  const path = `/api/tasks/${card.id}/next-action`
  const send = () => caller.call('POST', path, undefined, { 'idempotency-key': 'once' })
  for (const answer of [await send(), await send()]) {
    expect([answer.status, answer.body]).toEqual([202, { runId: 'run_1' }])
  }
  const { orgId, principal } = caller
  expect(started).toEqual([
    { orgId, userId: principal.userId, kind: 'next-action', id: card.id, taskId: card.id },
  ])
  expect((await caller.call('POST', path)).body).toEqual({ runId: 'run_2' })

  const { body: task } = await caller.call('POST', '/api/tasks', { title: 'x' })
  const refused = await caller.call('POST', `/api/tasks/${task.id}/next-action`)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_a_contact'])
  expect(started).toHaveLength(2)
  await runner?.()
})

test('starts one run per key when a member has a card of any kind read aloud', async () => {
  await startRunner()
  const caller = await harness.caller({ role: 'member' })
  const { orgId, principal } = caller
  const cards = [
    { kind: 'task', title: 'Call the printer' },
    { kind: 'post', body: 'We open at nine.', post: { platform: 'shortpost' } },
  ]
  for (const [at, body] of cards.entries()) {
    const { body: card } = await caller.call('POST', '/api/tasks', body)
    const send = () =>
      caller.call('POST', `/api/tasks/${card.id}/read-aloud`, undefined, {
        'idempotency-key': card.id,
      })
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.body]).toEqual([202, { runId: `run_${at + 1}` }])
    expect(started.at(-1)).toEqual({
      orgId,
      userId: principal.userId,
      kind: 'tts',
      id: card.id,
      taskId: card.id,
    })
    // The card keeps its status while it is read aloud.
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
  }
  expect(started).toHaveLength(2)
  await runner?.()
})

test('refuses to read a card aloud if it has no words, too many, or belongs to another organisation', async () => {
  await startRunner()
  const caller = await harness.caller()
  const post = { kind: 'post', post: { platform: 'shortpost' } }
  const refusals: [object, string][] = [
    [post, 'nothing_to_read'],
    [{ ...post, title: ' ', body: ' \n ' }, 'nothing_to_read'],
    [{ title: 'Long', body: 'x'.repeat(15_000) }, 'too_long_to_read'],
  ]
  for (const [body, code] of refusals) {
    const { body: card } = await caller.call('POST', '/api/tasks', body)
    const answer = await caller.call('POST', `/api/tasks/${card.id}/read-aloud`)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  }
  const { body: card } = await caller.call('POST', '/api/tasks', { title: 'Ours' })
  const stranger = await harness.caller()
  for (const [who, id] of [
    [stranger, card.id],
    [caller, 'task_missing'],
  ] as const) {
    const answer = await who.call('POST', `/api/tasks/${id}/read-aloud`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  expect(started).toEqual([])
  await runner?.()
  expect(await caller.call('POST', `/api/tasks/${card.id}/read-aloud`)).toMatchObject({
    status: 503,
  })
})

test('moves a link or contact to enriching and starts one run per key with its fields', async () => {
  await startRunner()
  const caller = await harness.caller()
  const { orgId, principal } = caller
  const { body: link } = await caller.call('POST', '/api/links', {
    url: 'https://example.com/again',
  })
  await caller.call('PATCH', `/api/tasks/${link.id}`, { status: 'todo' })
  const send = () =>
    caller.call('POST', `/api/tasks/${link.id}/process`, undefined, {
      'idempotency-key': 'once-more',
    })
  for (const answer of [await send(), await send()])
    expect([answer.status, answer.body]).toEqual([202, { runId: 'run_1' }])
  const { body: contact } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
    fields: { email: 'ana@example.com', secret: 'x' },
  })
  expect((await caller.call('POST', `/api/tasks/${contact.id}/process`)).status).toBe(202)
  const run = (kind: string, id: string, input: object) => ({
    orgId,
    userId: principal.userId,
    kind,
    id,
    taskId: id,
    input,
  })
  expect(started).toEqual([
    run('link-enrichment', link.id, { name: link.title, url: 'https://example.com/again' }),
    run('contact-enrichment', contact.id, { name: 'Millside Baker', email: 'ana@example.com' }),
  ])
  for (const { id } of [link, contact])
    expect((await caller.call('GET', `/api/tasks/${id}`)).body.status).toBe('enriching')
  await runner?.()
})

test('refuses to enrich other kinds, archived cards, and any card if there is no chain', async () => {
  await startRunner()
  const caller = await harness.caller()
  const refusals: [object, number, string][] = [
    [{ kind: 'task', title: 'x' }, 409, 'not_enrichable'],
    [{ kind: 'contact', title: 'Millside Baker', status: 'archived' }, 409, 'invalid_transition'],
  ]
  for (const [body, status, code] of refusals) {
    const { body: card } = await caller.call('POST', '/api/tasks', body)
    const answer = await caller.call('POST', `/api/tasks/${card.id}/process`)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
  }
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
  })
  harness.chains.delete('contact-enrichment')
  const answer = await caller.call('POST', `/api/tasks/${card.id}/process`)
  harness.chains.add('contact-enrichment')
  expect([answer.status, answer.body.code]).toEqual([400, 'not_configured'])
  expect(started).toEqual([])
  await runner?.()
})

test("keeps the card's status if the runner goes away before the run starts", async () => {
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
  })
  const answer = await caller.call('POST', `/api/tasks/${card.id}/process`)
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
})

test("stops a card's runs when they are cancelled, and marks the card as failed with the reason", async () => {
  await startRunner()
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/links', {
    url: 'https://example.com/slow',
  })
  const path = `/api/tasks/${card.id}`
  const answer = await caller.call('POST', `${path}/process/cancel`)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    id: card.id,
    status: 'failed',
    fields: { failure: { message: 'Stopped from the board.' } },
  })
  expect(answer.headers.get('etag')).toBe((await caller.call('GET', path)).headers.get('etag'))
  expect(cancelled).toEqual([{ orgId: caller.orgId, taskId: card.id }])
  const { items } = (await caller.call('GET', `${path}/timeline?kind=entries`)).body
  expect(items).toMatchObject([
    { kind: 'system', body: 'Stopped from the board.', author: { type: 'agent' } },
  ])
  await runner?.()
})

test('cancels a post unless it is claimed', async () => {
  await startRunner()
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost', channelId: 'chn_1' },
  })
  const call = (move: string, body?: object) =>
    caller.call('POST', `/api/tasks/${card.id}/${move}`, body)
  const approve = () => call('approve', { dueDate: '2026-01-01T00:00:00.000Z' })
  expect((await approve()).status).toBe(200)
  const stopped = await call('process/cancel')
  expect([stopped.status, stopped.body]).toMatchObject([
    200,
    {
      status: 'failed',
      post: { failure: { class: 'stopped', message: 'Stopped from the board.' } },
    },
  ])
  expect(cancelled).toHaveLength(1)
  const claim = { orgId: caller.orgId, taskId: card.id, deadlineSeconds: 60 }
  expect(await claimDuePost(harness.deps, claim)).toBeNull()

  expect((await approve()).status).toBe(200)
  expect((await claimDuePost(harness.deps, claim))?.card.id).toBe(card.id)
  expect((await call('process/cancel')).body.code).toBe('invalid_transition')
  expect((await caller.call('GET', `/api/tasks/${card.id}`)).body.status).toBe('posting')
  expect(cancelled).toHaveLength(1)
  await runner?.()
})

test('rejects the next action with 400 and starts no run if no model is configured', async () => {
  await startRunner()
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
  })
  harness.chains.delete('next-action')
  const answer = await caller.call('POST', `/api/tasks/${card.id}/next-action`)
  harness.chains.add('next-action')
  expect([answer.status, answer.body.code]).toEqual([400, 'not_configured'])
  expect(answer.body.detail).toContain('not configured')
  expect(started).toEqual([])
  await runner?.()
})

test('rejects a cancellation with 409 if the card has no run', async () => {
  await startRunner()
  idle = true
  const caller = await harness.caller()
  for (const body of [
    { title: 'Finished', status: 'done' },
    { kind: 'link', title: 'Waiting', status: 'enriching' },
    { kind: 'post', body: 'Hello', post: { platform: 'shortpost' } },
  ]) {
    const { body: card } = await caller.call('POST', '/api/tasks', body)
    const answer = await caller.call('POST', `/api/tasks/${card.id}/process/cancel`)
    expect([answer.status, answer.body.code]).toEqual([409, 'nothing_to_cancel'])
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
    expect(
      (await caller.call('GET', `/api/tasks/${card.id}/timeline?kind=entries`)).body.total,
    ).toBe(0)
  }
  await runner?.()
})

test('returns 503 from both operations if there is no runner, and changes nothing', async () => {
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Millside Baker',
  })
  await harness.runner.stop()
  for (const move of ['next-action', 'process/cancel']) {
    const answer = await caller.call('POST', `/api/tasks/${card.id}/${move}`)
    expect([answer.status, answer.body.code], move).toEqual([503, 'unavailable'])
  }
  expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
  await harness.runner.start()
})
