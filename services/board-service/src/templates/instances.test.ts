import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('limits an instance to 10,000 values and 1 MiB, summed over all changes', async () => {
  const caller = await harness.caller()
  const many = (count: number) => Array.from({ length: count }, () => ({}))
  const { body: template } = await caller.call('POST', '/api/templates', {
    name: 'x',
    markup: '{{ a }}',
  })
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

test('ends a page early if its templates or instances are large, and continues from its limit', async () => {
  const caller = await harness.caller()
  const create = async (path: string, input: object): Promise<string> => {
    const { status, body } = await caller.call('POST', path, input)
    expect(status).toBe(201)
    return body.id
  }
  const walk = async (list: string) => {
    const pages: string[][] = []
    for (let offset = 0; offset < 10; ) {
      const answer = await caller.call('GET', `${list}limit=100&offset=${offset}`)
      const ids = answer.body.items.map(({ id }: { id: string }) => id)
      expect(answer.text.length).toBeLessThan(9 * 1_048_576)
      expect([answer.body.total, answer.body.limit]).toEqual([10, offset === 0 ? ids.length : 100])
      pages.push(ids)
      offset += answer.body.limit
    }
    return pages
  }
  const variables = [{ name: 'a', type: 'longtext', default: 'x'.repeat(500_000) }]
  const templates: string[] = []
  const instances: string[] = []
  for (let n = 0; n < 10; n += 1) {
    const input = { name: `Large ${n}`, variables, markup: 'x'.repeat(500_000) }
    templates.unshift(await create('/api/templates', input))
  }
  const values = { a: 'x'.repeat(1_000_000) }
  for (let n = 0; n < 10; n += 1) {
    instances.unshift(await create('/api/template-instances', { templateId: templates[0], values }))
  }
  expect(await walk('/api/templates?')).toEqual([templates.slice(0, 8), templates.slice(8)])
  const pagesOfInstances = [instances.slice(0, 8), instances.slice(8)]
  expect(await walk('/api/template-instances?')).toEqual(pagesOfInstances)
  expect(await walk(`/api/template-instances?templateId=${templates[0]}&`)).toEqual(
    pagesOfInstances,
  )
})

test('returns a record on a separate page if it alone exceeds the page size', async () => {
  const caller = await harness.caller()
  // PostgreSQL writes 1e300 with 301 digits.
  const numbers = Array.from({ length: 9_000 }, () => 1e300)
  const variables = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'list', default: numbers }))
  for (const name of ['first', 'second']) {
    expect((await caller.call('POST', '/api/templates', { name, variables })).status).toBe(201)
  }
  const names = async (offset: number) => {
    const { body } = await caller.call('GET', `/api/templates?offset=${offset}`)
    return [body.limit, ...body.items.map(({ name }: { name: string }) => name)]
  }
  expect([await names(0), await names(1)]).toEqual([
    [1, 'second'],
    [25, 'first'],
  ])
})
