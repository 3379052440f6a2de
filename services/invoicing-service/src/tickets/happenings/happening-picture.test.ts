import { randomUUID } from 'node:crypto'
import { assetUrl } from '@atrium/asset-key'
import { newId } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toRefusal } from '../../../test/harness.ts'
import { aHappening } from '../../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

function newPicture(orgId: string, lane: 'pub' | 'priv' = 'pub') {
  const key = `${orgId}/${lane}/${randomUUID()}.png`
  return { key, url: assetUrl('https://api.example', key) }
}

const listReleased = async (orgId: string) =>
  (
    await harness.deps.db
      .selectFrom('release_candidates')
      .select('asset_key')
      .where('org_id', '=', orgId)
      .orderBy('asset_key')
      .execute()
  ).map((row) => row.asset_key)

test('stores an event picture, shows it to visitors and releases it when it is replaced or deleted', async () => {
  const call = harness.as('admin')
  const [first, second] = [newPicture(call.orgId), newPicture(call.orgId)]
  const selling = await aHappening(harness, undefined, { pictureUrl: first.url }, call)
  const path = `/api/happenings/${selling.id}`
  expect((await call('GET', path)).body['pictureUrl']).toBe(first.url)
  expect((await harness.request(selling.path, {})).body['pictureUrl']).toBe(first.url)
  await call('PATCH', path, { place: 'Harbour' })
  expect([(await call('GET', path)).body['pictureUrl'], await listReleased(call.orgId)]).toEqual([
    first.url,
    [],
  ])
  const replaced = await call('PATCH', path, { pictureUrl: second.url })
  expect([replaced.body['pictureUrl'], await listReleased(call.orgId)]).toEqual([
    second.url,
    [first.key],
  ])
  expect((await call('DELETE', path)).status).toBe(204)
  expect(await listReleased(call.orgId)).toEqual([first.key, second.key].toSorted())
})

test('has no picture when none is given or it is removed', async () => {
  const call = harness.as('admin')
  const { id, path } = await aHappening(harness, undefined, {}, call)
  expect((await harness.request(path, {})).body['pictureUrl']).toBeNull()
  const { url } = newPicture(call.orgId)
  await call('PATCH', `/api/happenings/${id}`, { pictureUrl: url })
  const removed = await call('PATCH', `/api/happenings/${id}`, { pictureUrl: null })
  expect(removed.body['pictureUrl']).toBeNull()
})

test('refuses a picture of another organisation, a private one and what is no address, and keeps the old one', async () => {
  const call = harness.as('admin')
  const { url } = newPicture(call.orgId)
  const { id } = await aHappening(harness, undefined, { pictureUrl: url }, call)
  const foreign = newPicture(newId('org')).url
  for (const [pictureUrl, ...refusal] of [
    [foreign, 422, 'foreign_asset'],
    [encodeURI(foreign).replace('/pub/', '%2Fpub%2F'), 422, 'foreign_asset'],
    [newPicture(call.orgId, 'priv').url, 400, 'validation_failed'],
    ['javascript:alert(1)', 400, 'validation_failed'],
    ['', 400, 'validation_failed'],
    [`https://pictures.example/${'x'.repeat(2_048)}`, 400, 'validation_failed'],
  ] as const) {
    const changed = await call('PATCH', `/api/happenings/${id}`, { pictureUrl })
    expect([pictureUrl, ...toRefusal(changed)]).toEqual([pictureUrl, ...refusal])
    const body = { title: `New ${randomUUID()}`, startsAt: '2031-05-03T14:00:00.000Z', pictureUrl }
    expect(toRefusal(await call('POST', '/api/happenings', body))).toEqual(refusal)
  }
  expect((await call('GET', `/api/happenings/${id}`)).body['pictureUrl']).toBe(url)
})
