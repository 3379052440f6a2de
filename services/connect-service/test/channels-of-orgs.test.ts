import {
  CheckChannels,
  ListOwnerChannels,
  newId,
  OrgDeleted,
  OrgMemberLeft,
  RoleOf,
  UsersByIds,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '../src/purge.ts'
import {
  type Caller,
  connectPage,
  consent,
  type Harness,
  startHarness,
  toLocation,
} from './harness.ts'
import { connectAt } from './network-flow.ts'
import { buildPoster } from './network-posts.ts'

let harness: Harness
let ada: Caller

beforeAll(async () => {
  harness = await startHarness({ networks: ['shortpost'] })
  harness.sandbox.shortpost.redirectUris.add('http://localhost:3000/api/connect/shortpost/callback')
  await harness.answer([
    rpcHandler(UsersByIds, async ({ userIds }) => ({
      users: userIds.map((id) => ({ id, name: `N ${id}` })),
    })),
    rpcHandler(RoleOf, async () => ({ role: 'member' as const })),
  ])
})
afterAll(() => harness.stop())
beforeEach(() => {
  ada = harness.person()
})

/** Returns the same user with another active organisation and, by default, the same session. */
const inOrg = (orgId: string, more: object = {}) =>
  harness.person({ ...ada.principal, orgId, ...more })
const toColleague = (caller: Caller) => harness.person({ orgId: caller.orgId, role: 'member' })
const readIds = async (caller: Caller) => {
  const items = (await caller('GET', '/api/connectors')).body['items'] as unknown as {
    id: string
  }[]
  return items.map(({ id }) => id)
}

test('hides a channel from another organisation, for sessions and for keys', async () => {
  const id = await connectPage(ada)
  const other = newId('org')
  for (const elsewhere of [
    inOrg(other),
    inOrg(other, { via: 'api_key', credentialId: newId('key') }),
  ]) {
    expect(await readIds(elsewhere)).toEqual([])
    expect((await elsewhere('PATCH', `/api/connectors/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await elsewhere('DELETE', `/api/connectors/${id}`)).status).toBe(404)
    expect((await elsewhere('GET', `/api/connect/pagenet/introspect?channelId=${id}`)).status).toBe(
      404,
    )
    expect((await elsewhere('GET', '/api/connect/pagenet/introspect')).status).toBe(404)
    const poster = buildPoster(harness, 'pagenet', elsewhere, id)
    expect(await poster.publish(poster.post())).toMatchObject({ failure: { class: 'reconnect' } })
    await expect(poster.read('1001_1')).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(await readIds(ada)).toEqual([id])
  const asked = { orgId: other, ownerId: ada.userId }
  expect((await callRpc(harness.bus, ListOwnerChannels, asked)).items).toEqual([])
  expect(
    (await callRpc(harness.bus, ListOwnerChannels, { ...asked, orgId: ada.orgId })).items,
  ).toMatchObject([{ id }])
})

test('creates a separate channel per organisation for the same account', async () => {
  const elsewhere = inOrg(newId('org'))
  const [here, there] = [await connectPage(ada), await connectPage(elsewhere)]
  expect(here).not.toBe(there)
  expect([await readIds(ada), await readIds(elsewhere)]).toEqual([[here], [there]])
  expect(await connectPage(ada)).toBe(here)
})

test('creates one channel if two connects of one account run at once', async () => {
  const flows = await Promise.all([1, 2, 3].map(() => connectAt(ada, 'shortpost')))
  expect(new Set(flows).size).toBe(1)
})

test('stores the channel in the organisation in which the connect started, even if another one is active', async () => {
  const elsewhere = inOrg(newId('org'))
  const back = toLocation(await elsewhere('GET', await consent(ada)))
  const path = `/api/connect/pagenet/pickers/${back.searchParams.get('picker')}`
  expect((await elsewhere('GET', path)).status).toBe(200)
  const key = inOrg(elsewhere.orgId, { via: 'api_key', credentialId: newId('key') })
  expect((await key('GET', path)).status).toBe(404)
  expect((await key('POST', path, { pageId: '1001' })).status).toBe(404)
  expect((await elsewhere('POST', path, { pageId: '1001' })).status).toBe(201)
  expect([await readIds(elsewhere), (await readIds(ada)).length]).toEqual([[], 1])
})

test('refuses every operation if the user has no active organisation', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/connectors', undefined],
    ['PATCH', '/api/connectors/chn_1', { shared: true }],
    ['DELETE', '/api/connectors/chn_1', undefined],
    ['GET', '/api/connect/networks', undefined],
    ['GET', '/api/connect/pickers', undefined],
    ['GET', '/api/connect/pagenet/start', undefined],
    ['GET', '/api/connect/pagenet/introspect', undefined],
    ['POST', '/api/connect/pagenet/manual', { token: 'a-token' }],
    ['GET', '/api/connect/pagenet/pickers/pck_1', undefined],
    ['GET', '/api/connect/videonet/uploads/upl_1', undefined],
  ] as const) {
    const answer = await harness.homeless(method, path, body)
    expect([path, answer.status, answer.body['code']]).toEqual([path, 400, 'no_active_org'])
  }
})

test('shows a shared channel to all members and lets only its owner change it', async () => {
  const id = await connectPage(ada)
  const bob = toColleague(ada)
  const path = `/api/connectors/${id}`
  expect(await readIds(bob)).toEqual([])
  expect((await bob('PATCH', path, { shared: true })).status).toBe(404)
  const shared = await ada('PATCH', path, { shared: true })
  expect(shared.body).toMatchObject({
    shared: true,
    name: 'Harbour Bakery',
    owner: { id: ada.userId, name: `N ${ada.userId}` },
  })
  expect((await bob('GET', '/api/connectors')).body['items']).toMatchObject([
    { id, shared: true, owner: { id: ada.userId } },
  ])
  for (const [method, at, body] of [
    ['PATCH', path, { name: 'Bob’s' }],
    ['PATCH', path, { shared: false }],
    ['DELETE', path, undefined],
    ['GET', `/api/connect/pagenet/introspect?channelId=${id}`, undefined],
  ] as const) {
    const answer = await bob(method, at, body)
    expect([method, at, answer.status, answer.body['code']]).toEqual([method, at, 403, 'forbidden'])
  }
  expect(await readIds(inOrg(newId('org')))).toEqual([])
  expect((await ada('PATCH', path, { name: 'Bakery' })).body).toMatchObject({
    shared: true,
    name: 'Bakery',
  })
  expect((await ada('PATCH', path, { shared: 'yes' })).status).toBe(400)
})

test("reports a member's own and shared channels as usable and leaves out those of another organisation", async () => {
  const [bob, stranger] = [toColleague(ada), harness.person()]
  const own = await connectPage(bob)
  const [shared, kept] = [await connectPage(ada), await connectPage(ada, '1002')]
  const foreign = await connectPage(stranger)
  await ada('PATCH', `/api/connectors/${shared}`, { shared: true })
  const { channels } = await callRpc(harness.bus, CheckChannels, {
    orgId: ada.orgId,
    userId: bob.userId,
    channelIds: [own, shared, kept, foreign, 'chn_unknown'],
  })
  expect(
    Object.fromEntries(channels.map(({ id, ownerId, usable }) => [id, [ownerId, usable]])),
  ).toEqual({
    [own]: [bob.userId, true],
    [shared]: [ada.userId, true],
    [kept]: [ada.userId, false],
  })
  const { items } = (await ada('GET', '/api/connectors')).body as unknown as {
    items: { id: string; name: string }[]
  }
  const named = items.find(({ id }) => id === shared)?.name
  expect(channels.find(({ id }) => id === shared)?.name).toBe(named)
})

test("sends a colleague's post while the channel is shared and refuses later posts before they are sent", async () => {
  const id = await connectPage(ada)
  const bob = toColleague(ada)
  const poster = buildPoster(harness, 'pagenet', bob, id)
  const share = (shared: boolean) => ada('PATCH', `/api/connectors/${id}`, { shared })
  await share(true)
  const input = poster.post({ firstComment: 'Open at seven' })
  const posted = await poster.publish(input)
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  await share(false)
  const calls = harness.sandbox.pagenet.calls.length
  const blocked = {
    outcome: 'failed',
    failure: { class: 'blocked', fix: expect.stringContaining('share') },
  }
  expect(await poster.publish(poster.post())).toMatchObject(blocked)
  expect(await poster.comment(posted.externalId, 'Something else')).toMatchObject(blocked)
  await expect(poster.read(posted.externalId)).rejects.toMatchObject({ kind: 'not_found' })
  expect(harness.sandbox.pagenet.calls).toHaveLength(calls)
  expect(await poster.publish(input)).toEqual(posted)
})

test("checks the sender's right for a first comment and the writer's right for any other comment", async () => {
  const id = await connectPage(ada)
  const bob = toColleague(ada)
  const own = buildPoster(harness, 'pagenet', ada, id)
  const input = own.post({ firstComment: 'Open at seven' })
  const posted = await own.publish(input)
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  const { taskId } = input
  const byBob = buildPoster(harness, 'pagenet', bob, id)
  const { externalId } = posted
  expect(await byBob.comment(externalId, 'Not hers', undefined, taskId)).toMatchObject({
    failure: { class: 'blocked' },
  })
  expect((await byBob.comment(externalId, 'Open at seven', undefined, taskId)).outcome).toBe(
    'commented',
  )
})

test("deletes a leaving member's channels and tokens in that organisation only", async () => {
  const elsewhere = inOrg(newId('org'))
  const bob = toColleague(ada)
  await connectAt(ada, 'shortpost', { user: '783214' })
  const kept = [await connectPage(bob), await connectPage(elsewhere)]
  const state = await consent(ada)
  const tokens = harness.sandbox.shortpost.tokens.all
  const valid = () => [...tokens.values()].filter((token) => token.state === 'valid').length
  const before = valid()
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, OrgMemberLeft, ada.orgId, { orgId: ada.orgId, userId: ada.userId }),
  )
  await eventually(async () => expect(await readIds(ada)).toEqual([]))
  await eventually(() => expect(valid()).toBeLessThan(before))
  expect(toLocation(await ada('GET', state)).searchParams.get('error')).toBe('state_invalid')
  expect([...(await readIds(bob)), ...(await readIds(elsewhere))]).toEqual(kept)
})

test('deletes a channel that belongs to no organisation and never lists it', async () => {
  const id = await connectPage(ada)
  const { db } = harness.deps
  await db.updateTable('channels').set({ org_id: null }).where('id', '=', id).execute()
  expect(await readIds(ada)).toEqual([])
  await purgeExpired(harness.deps)
  expect(await db.selectFrom('channels').where('id', '=', id).select('id').execute()).toEqual([])
})

test("purges an organisation's channels, connects and attempts and keeps its members' channels elsewhere", async () => {
  const elsewhere = inOrg(newId('org'))
  const kept = await connectPage(elsewhere)
  const poster = buildPoster(harness, 'pagenet', ada, await connectPage(ada))
  await poster.publish(poster.post())
  await connectPage(toColleague(ada))
  await ada('GET', await consent(ada))
  await ada('GET', '/api/connect/pagenet/start')
  const { db } = harness.deps
  await inTransaction(db, undefined, (tx) => emit(tx, OrgDeleted, ada.orgId, { orgId: ada.orgId }))
  await eventually(async () => {
    for (const table of ['channels', 'pickers', 'oauth_states', 'publish_attempts'] as const) {
      expect(
        await db.selectFrom(table).where('org_id', '=', ada.orgId).select('org_id').execute(),
      ).toEqual([])
    }
  })
  expect(await readIds(elsewhere)).toEqual([kept])
})
