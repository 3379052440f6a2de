import { UsesComments } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, connectPage, consent, type Harness, locationOf, startHarness } from './harness.ts'
import { posterOf } from './network-posts.ts'

const permission = 'pages_manage_engagement'
const four = ['public_profile', 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

let harness: Harness
let person: Caller
/** Orgs one of whose posts on the Pages network has a comment. */
const commenting = new Set<string>()

beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(UsesComments, async ({ orgId, platform }) => ({
      used: platform === 'pagenet' && commenting.has(orgId),
    })),
  ])
})
afterAll(() => harness.stop())
beforeEach(() => {
  person = harness.person()
  harness.sandbox.pagenet.faults.clear()
})

const asked = async (caller: Caller, query = '') =>
  locationOf(await caller('GET', `/api/connect/pagenet/start${query}`))
    .searchParams.get('scope')
    ?.split(',')
const connectWith = async (permissions: string[]) => {
  const picker = locationOf(await person('GET', await consent(person, 'approve', permissions)))
  const path = `/api/connect/pagenet/pickers/${picker.searchParams.get('picker')}`
  return (await person('POST', path, { pageId: '1001' })).body
}
const missingOf = async () => (await person('GET', '/api/connect/pagenet/introspect')).body['missingScopes']

test('the permission to comment is asked for once a post of the org has a comment', async () => {
  expect(await asked(person)).toEqual(four)
  commenting.add(person.orgId)
  expect(await asked(person)).toEqual([...four, permission])
  expect(await asked(harness.person())).toEqual(four)
  expect((await connectWith([...four, permission]))['requestedScopes']).toEqual([...four, permission])
  expect(await missingOf()).toEqual([])
})

test('a start that names comments asks for the permission before any post has one', async () => {
  expect(await asked(person, '?comments=true')).toEqual([...four, permission])
  expect(await asked(person, '?comments=false')).toEqual(four)
  expect(await asked(person)).toEqual(four)
  const refused = await person('GET', '/api/connect/pagenet/start?comments=perhaps')
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('without the permission a post with a comment is refused before it is sent, any other one goes out', async () => {
  const id = String((await connectWith(four))['id'])
  const poster = posterOf(harness, 'pagenet', person, id)
  const page = harness.sandbox.pagenet.pages[0]
  const link = 'https://example.com/a'
  for (const more of [{ firstComment: 'Open at seven' }, { link, linkHandling: 'reply' as const }]) {
    const before = page?.posts.length
    const input = poster.post(more)
    expect(await poster.publish(input)).toMatchObject({
      outcome: 'failed',
      failure: {
        class: 'reconnect',
        message: expect.stringContaining(permission),
        fix: expect.stringContaining('/channels'),
      },
    })
    expect(page?.posts).toHaveLength(before ?? 0)
    commenting.add(person.orgId)
    expect(await missingOf()).toEqual([permission])
    await connectWith([...four, permission])
    expect((await poster.again(input)).outcome).toBe('posted')
    await connectWith(four)
  }
  // The channel itself is good.
  expect(await poster.states()).toEqual(['active'])
  expect((await poster.publish(poster.post())).outcome).toBe('posted')
})

test('the network itself refuses a comment without the permission', async () => {
  const id = String((await connectWith(four))['id'])
  const poster = posterOf(harness, 'pagenet', person, id)
  const posted = await poster.publish(poster.post())
  if (posted.outcome !== 'posted') throw new Error('not posted')
  expect(await poster.comment(posted.externalId, 'Late')).toMatchObject({ failure: { class: 'reconnect' } })
})

test('a failed permission check delays the post; a forbidden one lets it pass', async () => {
  const poster = posterOf(harness, 'pagenet', person, await connectPage(person))
  const faults = harness.sandbox.pagenet.faults
  faults.add({ kind: 'cut_before', match: 'GET /debug_token' })
  expect(await poster.publish(poster.post({ firstComment: 'A' }))).toMatchObject({
    failure: { class: 'retry' },
  })
  const { clientSecret } = harness.sandbox.pagenet
  harness.sandbox.pagenet.clientSecret = 'of another app'
  expect((await poster.publish(poster.post({ firstComment: 'A' }))).outcome).toBe('posted')
  harness.sandbox.pagenet.clientSecret = clientSecret
})

test('every connect requests it when the operator sets it', async () => {
  const always = await startHarness({ env: { PAGENET_MANAGE_COMMENTS: 'true' } })
  expect(await asked(always.person())).toEqual([...four, permission])
  await always.stop()
})

test('while the board is away it is not asked for', async () => {
  const alone = await startHarness()
  expect(await asked(alone.person())).toEqual(four)
  await alone.stop()
})
