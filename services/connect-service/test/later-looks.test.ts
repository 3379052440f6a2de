import { LookForPost, PublishPost } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'

let harness: Harness
let person: Caller
let channelId: string
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  harness.clock.offsetMs = 0
  harness.sandbox.pagenet.faults.clear()
  harness.sandbox.pagenet.pages.splice(0)
  harness.sandbox.pagenet.addPage('1001', 'Harbour Bakery')
  harness.sandbox.pagenet.addPage('1002', 'Night Market')
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
  channelId = await connectPage(person)
})

const aPost = (more: object = {}) => {
  serial += 1
  return {
    orgId: person.orgId,
    actorId: person.userId,
    channelId,
    taskId: `task_${serial}`,
    attemptKey: `claim_${serial}`,
    platform: 'pagenet' as const,
    title: '',
    body: `Fresh bread ${serial}`,
    link: null,
    linkHandling: 'keep' as const,
    media: [],
    firstComment: null,
    ...more,
  }
}
type Input = ReturnType<typeof aPost>
const publish = (input: Input) => callRpc(harness.bus, PublishPost, input)
const look = (input: Input) => callRpc(harness.bus, LookForPost, input)
const posts = () => harness.sandbox.pagenet.pages[0]?.posts ?? []
/** Deletes the outcome as if the calling process had died before writing it. */
const forget = ({ attemptKey }: Input) =>
  harness.deps.db
    .updateTable('publish_attempts')
    .set({ state: 'sending', outcome: null, external_id: null })
    .where('attempt_key', '=', attemptKey)
    .execute()
const fault = (kind: 'cut_before' | 'cut_after', match: string) =>
  harness.sandbox.pagenet.faults.add({ kind, match })

test('reports a post without an attempt as unsent and does not start an attempt', async () => {
  const input = aPost()
  expect([await look(input), await look(input)]).toEqual([
    { outcome: 'unsent' },
    { outcome: 'unsent' },
  ])
  expect(posts()).toEqual([])
  expect((await publish(input)).outcome).toBe('posted')
})

test("returns a recorded success or refusal again, but only to the card's organisation", async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await publish(input)
  expect(await look(input)).toEqual(posted)
  expect(await look({ ...input, orgId: 'org_other' })).toEqual({ outcome: 'unsent' })
  harness.sandbox.pagenet.revokeAll()
  const refused = aPost()
  expect((await publish(refused)).outcome).toBe('failed')
  expect(await look(refused)).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
})

test('finds the post of an orphaned call at the network', async () => {
  const input = aPost()
  const posted = await publish(input)
  await forget(input)
  expect(await look(input)).toEqual({ outcome: 'unknown', again: true })
  harness.clock.offsetMs = 151_000
  expect(await look(input)).toEqual(posted)
  expect(await publish(input)).toEqual(posted)
  expect(posts()).toHaveLength(1)
})

test('finds a post after an outage if it could not be seen during the outage', async () => {
  const input = aPost()
  fault('cut_after', 'POST /1001/feed')
  harness.sandbox.pagenet.faults.add({
    kind: 'status',
    status: 500,
    match: 'GET /1001/feed',
    times: 2,
  })
  expect((await publish(input)).outcome).toBe('unconfirmed')
  expect(await look(input)).toEqual({ outcome: 'unknown', again: true })
  expect(await look(input)).toMatchObject({ outcome: 'posted', externalId: posts()[0]?.id })
  expect(posts()).toHaveLength(1)
})

test("keeps a missing post unknown even if another attempt's post exists", async () => {
  const lost = aPost({ body: 'The same words' })
  fault('cut_before', 'POST /1001/feed')
  expect((await publish(lost)).outcome).toBe('unconfirmed')
  expect(await look(lost)).toEqual({ outcome: 'unknown', again: true })
  expect((await publish(aPost({ body: 'The same words' }))).outcome).toBe('posted')
  expect(await look(lost)).toEqual({ outcome: 'unknown', again: true })
  expect(await look({ ...lost, body: 'Other words' })).toEqual({ outcome: 'unknown', again: false })
})
