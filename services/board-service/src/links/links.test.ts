import { canonicalUrl, LinkCaptured, UpdateCard } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { sweepEnrichment } from './sweep-enrichment.ts'

const harness = await startHarness()
afterAll(() => harness.stop())
beforeEach(() => {
  harness.chains.add('link-enrichment')
  harness.chains.add('contact-enrichment')
})

test('computes one canonical URL for all addresses of a page', () => {
  const same = [
    'https://example.com/a?b=1&c=2',
    'http://www.example.com/a/?c=2&b=1#part',
    'https://EXAMPLE.com:443/a?utm_source=x&b=1&c=2&fbclid=y',
  ].map(canonicalUrl)
  expect(new Set(same)).toEqual(new Set(['https://example.com/a?b=1&c=2']))
  expect(canonicalUrl('https://example.com/A')).not.toBe(canonicalUrl('https://example.com/a'))
  expect(canonicalUrl('https://example.com/#/page')).not.toBe(canonicalUrl('https://example.com/'))
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const once = canonicalUrl(url)
      expect(canonicalUrl(once)).toBe(once)
    }),
  )
})

test('captures a page once per owner, even if twenty requests run concurrently', async () => {
  const [first, second] = [await harness.caller(), await harness.caller()]
  const capture = (caller = first, url = 'https://example.com/story?utm_source=a') =>
    caller.call('POST', '/api/links', { url })
  const answers = await Promise.all(Array.from({ length: 20 }, () => capture()))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(19)
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({
    kind: 'link',
    status: 'enriching',
    fields: { url: expect.any(String), canonicalUrl: 'https://example.com/story' },
  })
  expect((await capture(second)).status).toBe(201)
  const colleague = await harness.caller({ orgId: first.orgId })
  expect((await capture(colleague)).status).toBe(201)
  expect((await capture(first, 'ftp://example.com/x')).status).toBe(400)
  expect(LinkCaptured.type).toBe('link.captured')
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
])('rejects the card address %j', async (url) => {
  const caller = await harness.caller()
  const create = (kind: string, fields: object) =>
    caller.call('POST', '/api/tasks', { kind, title: 'A page', fields })
  const refusal = { code: 'validation_failed', errors: [{ path: 'fields.url' }] }
  expect(await create('link', { url })).toMatchObject({ status: 400, body: refusal })
  expect((await create('contact', { website: url })).status).toBe(400)
  const card = await create('link', { url: 'https://example.com/a' })
  expect(card.status).toBe(201)
  const path = `/api/tasks/${card.body.id}`
  expect((await caller.call('PATCH', path, { fields: { url } })).body).toMatchObject(refusal)
  expect(
    (await caller.call('PATCH', path, { fields: { url: 'https://example.com/b' } })).status,
  ).toBe(200)
  expect((await caller.call('POST', '/api/links', { url })).status).toBe(400)
})

test('finishes enrichment as enriched, or as failed with the reason on the card and its timeline', async () => {
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/links', { url: 'https://example.com/x' })
  const update = (patch: object, failure?: string) =>
    callRpc(harness.bus, UpdateCard, {
      orgId: caller.orgId,
      actorId: caller.principal.userId,
      taskId: card.id,
      patch,
      ifStatus: ['enriching', 'failed'],
      ...(failure === undefined ? {} : { failure }),
    })
  const failed = await update({ status: 'failed' }, 'The page responded with status 404')
  expect(failed.card).toMatchObject({
    status: 'failed',
    fields: { failure: { message: 'The page responded with status 404' } },
  })
  const timeline = await caller.call('GET', `/api/tasks/${card.id}/timeline`)
  expect(timeline.body.items[0]).toMatchObject({
    kind: 'system',
    body: 'The page responded with status 404',
    author: { type: 'agent' },
  })
  await update({ status: 'enriching' })
  const enriched = await update({ status: 'enriched', title: 'The story' })
  expect(enriched.card.fields).not.toHaveProperty('failure')
  await expect(update({ title: 'again' })).rejects.toMatchObject({ code: 'precondition_failed' })
})

test('fails a link after an hour with the reason if it was never enriched', async () => {
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/links', {
    url: 'https://example.com/stuck',
  })
  await sweepEnrichment(harness.deps)
  expect((await caller.call('GET', `/api/tasks/${card.id}`)).body.status).toBe('enriching')
  await sweepEnrichment({ ...harness.deps, now: () => new Date(Date.now() + 3_700_000) })
  const failed = (await caller.call('GET', `/api/tasks/${card.id}`)).body
  expect(failed).toMatchObject({
    status: 'failed',
    fields: { failure: { message: expect.any(String) } },
  })
})

test('creates a link as todo if no chain can enrich it, or if there is no runner', async () => {
  const caller = await harness.caller()
  const capture = async (url: string) => {
    const answer = await caller.call('POST', '/api/links', { url })
    expect(answer.status).toBe(201)
    return answer.body.status
  }
  expect(await capture('https://example.com/possible')).toBe('enriching')
  harness.chains.delete('link-enrichment')
  expect(await capture('https://example.com/impossible')).toBe('todo')
  harness.chains.add('link-enrichment')
  await harness.runner.stop()
  expect(await capture('https://example.com/away')).toBe('todo')
  await harness.runner.start()
})

test('moves an enriching card to todo if there is no chain, but keeps it waiting if there is no runner', async () => {
  const caller = await harness.caller()
  const make = async (kind: string) =>
    (await caller.call('POST', '/api/tasks', { kind, title: 'Waiting', status: 'enriching' })).body
      .id
  const [link, contact] = [await make('link'), await make('contact')]
  const statuses = async () => [
    (await caller.call('GET', `/api/tasks/${link}`)).body.status,
    (await caller.call('GET', `/api/tasks/${contact}`)).body.status,
  ]
  const later = { ...harness.deps, now: () => new Date(Date.now() + 3_700_000) }
  await harness.runner.stop()
  await sweepEnrichment(later)
  expect(await statuses()).toEqual(['enriching', 'enriching'])
  await harness.runner.start()
  harness.chains.delete('link-enrichment')
  await sweepEnrichment(harness.deps)
  expect(await statuses()).toEqual(['todo', 'enriching'])
  harness.chains.delete('contact-enrichment')
  await sweepEnrichment(later)
  expect(await statuses()).toEqual(['todo', 'todo'])
  expect((await caller.call('GET', `/api/tasks/${contact}`)).body.fields).toEqual({})
})
