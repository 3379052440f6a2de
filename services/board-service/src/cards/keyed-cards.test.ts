import { CreateCard, GetKeyedCards } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
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
