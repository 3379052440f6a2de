import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, idOf, refusalOf, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const body = { name: 'Harbour Bakery', email: 'accounts@bakery.example' }

test('a change that names the version that was read is made, one of an older version leaves nothing', async () => {
  const call = harness.as('member')
  const created = await call('POST', '/api/customers', body)
  const path = `/api/customers/${idOf(created)}`
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  expect((await call('GET', path)).headers.get('etag')).toBe(seen['if-match'])
  const changed = await call('PATCH', path, { name: 'Bakery' }, seen)
  expect([changed.status, changed.body['name']]).toEqual([200, 'Bakery'])
  expect(refusalOf(await call('PATCH', path, { billingCity: 'Brest' }, seen))).toEqual([
    412,
    'precondition_failed',
  ])
  expect(refusalOf(await call('DELETE', path, undefined, seen))).toEqual([412, 'precondition_failed'])
  expect((await call('GET', path)).body).toMatchObject({ name: 'Bakery', billingCity: null })
  expect((await call('PATCH', path, { billingCity: 'Brest' })).status).toBe(200)
  const now = { 'if-match': (await call('GET', path)).headers.get('etag') ?? '' }
  expect((await call('DELETE', path, undefined, now)).status).toBe(204)
})

test('of changes at once that were begun on one version, one is made', async () => {
  const call = harness.as('member')
  const created = await call('POST', '/api/customers', body)
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  const names = Array.from({ length: 5 }, (_, n) => `Bakery ${n}`)
  const path = `/api/customers/${idOf(created)}`
  const answers = await Promise.all(names.map((name) => call('PATCH', path, { name }, seen)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412])
})

test('another org finds no customer, whatever version it names', async () => {
  const created = await harness.as('member')('POST', '/api/customers', body)
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  const other = harness.as('admin')
  const path = `/api/customers/${idOf(created)}`
  expect(refusalOf(await other('PATCH', path, { name: 'x' }, seen))).toEqual([404, 'not_found'])
  expect(refusalOf(await other('DELETE', path, undefined, seen))).toEqual([404, 'not_found'])
})
