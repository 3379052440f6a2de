import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('finds offers by text in name and description, combined with kind and state, only in the own org', async () => {
  const call = harness.as('admin')
  const offer = { priceCents: 500, billingModel: 'one_off' }
  const monthly = { ...offer, billingModel: 'recurring', interval: 'month' }
  for (const body of [
    { ...offer, name: 'Audit' },
    { ...monthly, name: 'Care plan', description: 'A yearly audit of 100% of it' },
    { ...offer, name: 'Course_1' },
  ]) {
    expect((await call('POST', '/api/offers', body)).status).toBe(201)
  }
  const named = async (caller: typeof call, query: string) => {
    const { body } = await caller('GET', `/api/offers?${query}`)
    return (body as unknown as { items: { name: string }[] }).items.map(({ name }) => name)
  }
  expect(await named(call, 'q=AUDIT')).toEqual(['Care plan', 'Audit'])
  expect(await named(call, 'q=audit&billingModel=recurring')).toEqual(['Care plan'])
  expect(await named(call, 'q=audit&status=archived')).toEqual([])
  // Pattern characters are plain text.
  expect(await named(call, 'q=100%25')).toEqual(['Care plan'])
  expect(await named(call, 'q=e_1')).toEqual(['Course_1'])
  expect(await named(call, 'q=%25')).toEqual(['Care plan'])
  const page = await call('GET', '/api/offers?q=audit&limit=1&offset=1')
  expect(page.body).toMatchObject({ total: 2, offset: 1, items: [{ name: 'Audit' }] })
  expect(await named(harness.as('admin', 'org_other'), 'q=audit')).toEqual([])
  for (const query of ['billingModel=weekly', `q=${'a'.repeat(201)}`]) {
    expect((await call('GET', `/api/offers?${query}`)).status).toBe(400)
  }
})
