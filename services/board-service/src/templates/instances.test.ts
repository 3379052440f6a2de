import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('the values of an instance hold at most 10,000 values and 1 MiB, however many changes they come in', async () => {
  const caller = await harness.caller()
  const many = (count: number) => Array.from({ length: count }, () => ({}))
  const { body: template } = await caller.call('POST', '/api/templates', { name: 'x', markup: '{{ a }}' })
  const input = { templateId: template.id, values: { a: many(9_000) } }
  const { body: instance } = await caller.call('POST', '/api/template-instances', input)
  const path = `/api/template-instances/${instance.id}`
  const change = (values: object) => caller.call('PATCH', path, { values })
  expect((await change({ b: many(2_000) })).status).toBe(400)
  expect((await change({ a: null, b: many(2_000) })).status).toBe(200)
  expect((await change({ c: 'x'.repeat(600_000) })).status).toBe(200)
  const large = await change({ d: 'x'.repeat(600_000) })
  expect([large.status, large.body.code, large.body.errors]).toEqual([
    400,
    'validation_failed',
    [{ path: 'values', message: 'Holds more than 10000 values or 1048576 bytes with this' }],
  ])
  expect(Object.keys((await caller.call('GET', path)).body.values)).toEqual(['b', 'c'])
})
