import { UsesComments } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, consent, type Harness, startHarness, toLocation } from './harness.ts'
import { buildPoster } from './network-posts.ts'

const permission = 'pages_manage_engagement'
const four = ['public_profile', 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

let harness: Harness
let person: Caller
/** The organisations with a commented post on the Pages network. */
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
  toLocation(await caller('GET', `/api/connect/pagenet/start${query}`))
    .searchParams.get('scope')
    ?.split(',')
const connectWith = async (permissions: string[]) => {
  const picker = toLocation(await person('GET', await consent(person, 'approve', permissions)))
  const path = `/api/connect/pagenet/pickers/${picker.searchParams.get('picker')}`
  return (await person('POST', path, { pageId: '1001' })).body
}
const readMissing = async () =>
  (await person('GET', '/api/connect/pagenet/introspect')).body['missingScopes']

test('requests the comment permission once a post of the organisation has a comment', async () => {
  expect(await asked(person)).toEqual(four)
  commenting.add(person.orgId)
  expect(await asked(person)).toEqual([...four, permission])
  expect(await asked(harness.person())).toEqual(four)
  expect((await connectWith([...four, permission]))['requestedScopes']).toEqual([
    ...four,
    permission,
  ])
  expect(await readMissing()).toEqual([])
})

test('requests the comment permission before any post has a comment if the start asks for it', async () => {
  expect(await asked(person, '?comments=true')).toEqual([...four, permission])
  expect(await asked(person, '?comments=false')).toEqual(four)
  expect(await asked(person)).toEqual(four)
  const refused = await person('GET', '/api/connect/pagenet/start?comments=perhaps')
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('sends a post with a comment if the permission is missing and lets the network decide about the comment', async () => {
  const id = String((await connectWith(four))['id'])
  const poster = buildPoster(harness, 'pagenet', person, id)
  const link = 'https://example.com/a'
  for (const [more, comment] of [
    [{ firstComment: 'Open at seven' }, 'Open at seven'],
    [{ link, linkHandling: 'reply' as const }, link],
  ] as const) {
    const posted = await poster.publish(poster.post(more))
    expect(posted).toMatchObject({ outcome: 'posted', comment })
    const { externalId } = posted as { externalId: string }
    expect(await poster.comment(externalId, comment)).toMatchObject({
      failure: { class: 'reconnect', fix: expect.stringContaining('/channels') },
    })
  }
  // The channel itself is still valid.
  expect(await poster.states()).toEqual(['active'])
})

test('introspects the comment permission only if it was requested', async () => {
  await connectWith(four)
  commenting.add(person.orgId)
  expect(await readMissing()).toEqual([])
  await connectWith(four)
  expect(await readMissing()).toEqual([permission])
})

test('requests the comment permission on every connect if the operator configures it', async () => {
  const always = await startHarness({ env: { PAGENET_MANAGE_COMMENTS: 'true' } })
  expect(await asked(always.person())).toEqual([...four, permission])
  await always.stop()
})

test('does not request the comment permission while the board service is unavailable', async () => {
  const alone = await startHarness()
  expect(await asked(alone.person())).toEqual(four)
  await alone.stop()
})
