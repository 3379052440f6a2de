import { LookForPost, type PublishPostInput } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { expect, test } from 'vitest'
import { onStage } from './network-stage.ts'

const stage = onStage('shortpost', {
  publishMs: 2_500,
  reset({ sandbox: { shortpost } }) {
    shortpost.posts.splice(0)
    shortpost.calls.splice(0)
    shortpost.rate.limit = 100
    shortpost.rate.used.clear()
  },
})
const sandbox = () => stage.harness.sandbox.shortpost
const aThread = (more: Partial<PublishPostInput> = {}) =>
  stage.poster.post({ body: 'One', thread: ['Two', 'Three', 'Four'], ...more })
const look = (input: PublishPostInput) => callRpc(stage.harness.bus, LookForPost, input)
const texts = () => sandbox().posts.map(({ text }) => text)

/** Publishes the first post alone, so that a fault hits the second one. */
async function begin(): Promise<PublishPostInput> {
  const input = aThread()
  const alone = { ...input, attemptKey: `${input.attemptKey}-first`, thread: [] }
  expect((await stage.poster.publish(alone)).outcome).toBe('posted')
  return input
}

/** Checks that the thread is complete: each post once, as a reply to the one before. */
function expectChain(): void {
  expect(texts()).toEqual(['One', 'Two', 'Three', 'Four'])
  const [first, ...others] = sandbox().posts
  expect(first?.inReplyTo).toBeNull()
  for (const [index, post] of others.entries()) {
    expect(post.inReplyTo).toBe(sandbox().posts[index]?.id)
    expect(post.conversation).toBe(first?.id)
  }
}

test('publishes a thread as a chain of replies, once, and shows it on the network', async () => {
  const input = aThread()
  const posted = await stage.poster.publish(input)
  expect(posted).toMatchObject({ outcome: 'posted', externalId: sandbox().posts[0]?.id })
  expectChain()
  expect(await stage.poster.publish(input)).toEqual(posted)
  expect(await stage.poster.again(input)).toEqual(posted)
  expect(await look(input)).toEqual(posted)
  expectChain()
  if (posted.outcome === 'posted') {
    await stage.poster.comment(posted.externalId, 'Open at seven')
    const comments = await stage.poster.read(posted.externalId)
    expect(comments.map(({ message }) => message)).toEqual(['Open at seven'])
  }
  const page = await (await fetch(`${stage.harness.sandbox.url}/shortpost`)).text()
  for (const { text, id } of sandbox().posts) {
    expect(page).toContain(text)
    expect(page).toContain(id)
  }
})

test('continues a thread with the next claim when the rate limit stopped it half-way', async () => {
  sandbox().rate.limit = 2
  const input = aThread()
  const stopped = await stage.poster.publish(input)
  expect(stopped).toMatchObject({
    outcome: 'failed',
    failure: { class: 'retry', message: expect.stringContaining('Post 3 of 4') },
    partsPublished: 2,
  })
  expect(texts()).toEqual(['One', 'Two'])
  sandbox().rate.limit = 100
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  expect(await stage.poster.again(input)).toMatchObject({
    outcome: 'posted',
    externalId: sandbox().posts[0]?.id,
  })
  expectChain()
})

test('continues a thread when the title or the fields of its card have changed', async () => {
  sandbox().rate.limit = 2
  const input = aThread({ title: 'Monday', fields: { source: 'notes' } })
  expect((await stage.poster.publish(input)).outcome).toBe('failed')
  sandbox().rate.limit = 100
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  const renamed = { ...input, title: 'Tuesday', fields: { source: 'notes', owner: 'Ana' } }
  expect((await stage.poster.again(renamed)).outcome).toBe('posted')
  expectChain()
})

test('returns the comment of the last claim when an earlier one sent the first post', async () => {
  sandbox().rate.limit = 2
  const input = aThread({ firstComment: 'Open at seven' })
  expect((await stage.poster.publish(input)).outcome).toBe('failed')
  sandbox().rate.limit = 100
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  const changed = { ...input, firstComment: 'Open at eight' }
  expect(await stage.poster.again(changed)).toMatchObject({
    outcome: 'posted',
    comment: 'Open at eight',
  })
})

test('continues a thread when a changed post follows a refused one', async () => {
  const input = aThread({ thread: ['Two', 'x'.repeat(281), 'Four'] })
  expect(await stage.poster.publish(input)).toMatchObject({
    outcome: 'failed',
    failure: { class: 'fix_content', message: expect.stringContaining('Post 3 of 4') },
  })
  const changed = { ...input, thread: ['Two', 'Three', 'Four'] }
  expect((await stage.poster.again(changed)).outcome).toBe('posted')
  expectChain()
})

test('finds a post of a thread when its response was lost, and sends the rest', async () => {
  const input = await begin()
  sandbox().faults.add({ kind: 'cut_after', match: 'POST /2/tweets' })
  expect((await stage.poster.publish(input)).outcome).toBe('posted')
  expectChain()
})

test('leaves a thread unconfirmed when one of its posts is lost, and sends no post twice', async () => {
  const input = await begin()
  sandbox().faults.add({ kind: 'cut_before', match: 'POST /2/tweets' })
  const lost = await stage.poster.publish(input)
  expect(lost).toMatchObject({
    outcome: 'unconfirmed',
    message: expect.stringContaining('Post 2 of 4'),
    partsPublished: 1,
  })
  expect(await stage.poster.publish(input)).toMatchObject({ outcome: 'unconfirmed' })
  expect(texts()).toEqual(['One'])
  expect(await look(input)).toEqual({ outcome: 'unknown', again: true })
})

test('asks for the rest after a crash half-way, and the next claim sends it', async () => {
  const input = aThread()
  await stage.poster.publish({ ...input, thread: ['Two'] })
  // The process died after the network had taken the second post, before it recorded the outcome.
  await stage.harness.deps.db
    .updateTable('publish_attempts')
    .set({ state: 'sending', outcome: null, external_id: null })
    .where('attempt_key', '=', `${input.attemptKey}:post-2`)
    .execute()
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect(await look(input)).toEqual({ outcome: 'unknown', again: true })
  stage.harness.clock.offsetMs = 151_000
  expect(await look(input)).toMatchObject({
    outcome: 'failed',
    failure: { message: expect.stringContaining('Post 3 of 4') },
  })
  expect(texts()).toEqual(['One', 'Two'])
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expectChain()
})

test('sends no thread to an account whose right has ended', async () => {
  const input = await begin()
  const stranger = stage.harness.person()
  const other = { ...input, actorId: stranger.userId, orgId: stranger.orgId }
  expect((await stage.poster.publish(other)).outcome).toBe('failed')
  expect(texts()).toEqual(['One'])
})
