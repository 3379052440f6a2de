import { CreateCard, FindCards, GetKeyedCards } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('finds cards by the keys that created them, within one org only', async () => {
  const readOrg = async () => (await harness.caller()).principal.orgId ?? ''
  const [orgId, other] = [await readOrg(), await readOrg()]
  const make = (key: string) =>
    callRpc(harness.bus, CreateCard, { orgId, ownerId: 'usr_1', card: { title: key }, key })
  await make('calendar:wf_1:a')
  await make('calendar:wf_1:b')
  const keys = ['calendar:wf_1:b', 'calendar:wf_1:a', 'calendar:wf_1:none']
  const found = await callRpc(harness.bus, GetKeyedCards, { orgId, keys })
  expect(found.items.map(({ key, card }) => [key, card.title]).sort()).toEqual([
    ['calendar:wf_1:a', 'calendar:wf_1:a'],
    ['calendar:wf_1:b', 'calendar:wf_1:b'],
  ])
  expect(await callRpc(harness.bus, GetKeyedCards, { orgId: other, keys })).toEqual({ items: [] })
  expect(await callRpc(harness.bus, GetKeyedCards, { orgId, keys: [] })).toEqual({ items: [] })
})

test('finds cards by a field without case and accents, and by a phone number however it is written', async () => {
  const owner = await harness.caller()
  const orgId = owner.principal.orgId ?? ''
  const make = (title: string, fields: Record<string, string>) =>
    callRpc(harness.bus, CreateCard, {
      orgId,
      ownerId: 'usr_1',
      card: { kind: 'contact', title, fields },
    })
  await make('Søren', { phone: '+33 6 12 34 56 78', city: 'Århus' })
  await make('Other', { phone: '+49 6 12 34 56 78', city: 'Bonn' })
  const find = async (field: string, value: string) => {
    const wanted = { orgId, kind: 'task', field, value, limit: 10 } as const
    return (await callRpc(harness.bus, FindCards, wanted)).items.map(({ title }) => title)
  }
  expect(await find('title', 'SOREN')).toEqual(['Søren'])
  expect(await find('city', 'arhus ')).toEqual(['Søren'])
  expect(await find('phone', '0033612345678')).toEqual(['Søren'])
  expect(await find('phone', '06.12.34.56.78')).toEqual(['Other', 'Søren'])
  expect(await find('phone', '0612345679')).toEqual([])
  expect(await find('city', '0612345678')).toEqual([])
})
