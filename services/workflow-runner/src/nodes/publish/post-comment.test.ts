import type { CommentOutcome, PublishCommentInput } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, away, publishingWorld } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'

const flow = graph(
  [node('start', 'trigger.manual'), node('say', 'post_comment')],
  [edge('start', 'say')],
)

const published = () => {
  const card = aPost('a', { status: 'posted' })
  if (card.post !== undefined) card.post.externalId = '1001_7'
  return card
}

async function run(
  json: Record<string, unknown>,
  comment?: (input: PublishCommentInput, call: number) => CommentOutcome,
) {
  const world = publishingWorld([published(), aPost('b')], comment === undefined ? {} : { comment })
  const result = await recordedRun(flow, { ports: world.ports, seeds: { start: [{ json }] } })
  const keys = world.asked.flatMap(({ what, input }) =>
    what === 'comment' ? [(input as PublishCommentInput).attemptKey] : [],
  )
  return { ...result, ...world, keys }
}
const item = { taskId: 'a', comment: 'Hello', attemptKey: 'token_a' }

it('comments below the card’s own post as the run’s user, even if an item names another channel or post', async () => {
  const forged = { ...item, ownerId: 'usr_other', channelId: 'chn_other', externalId: '9_9' }
  const { asked, nodes } = await run(forged)
  expect(asked).toMatchObject([
    {
      what: 'comment',
      input: { actorId: 'usr_1', channelId: 'chn_1', externalId: '1001_7', message: 'Hello' },
    },
  ])
  expect(nodes['say']?.sample?.items[0]?.json).toMatchObject({ commentId: 'cmt_1' })
})

it('passes a post through if it has no comment', async () => {
  const { asked, nodes } = await run({ ...item, comment: null })
  expect(asked).toEqual([])
  expect(nodes['say']).toMatchObject({ status: 'completed', itemsOut: 1 })
})

it('retries a temporary refusal under a new key, and a lost call under the same key', async () => {
  const refused = await run(item, (_, call) =>
    call === 1
      ? {
          outcome: 'failed',
          failure: { class: 'retry', message: 'Slow', fix: null, retryAfterSeconds: 9 },
        }
      : { outcome: 'commented', externalId: 'c' },
  )
  expect([refused.keys, refused.pauses]).toEqual([['token_a', 'token_a:2'], [9_000]])
  const lost = await run(item, (_, call) => {
    if (call === 1) throw away()
    return { outcome: 'commented', externalId: 'c' }
  })
  expect(lost.keys).toEqual(['token_a', 'token_a'])
})

it('notes a failed comment on the card and in the run, with a fix', async () => {
  const { asked, nodes } = await run(item, () => ({
    outcome: 'failed',
    failure: { class: 'reconnect', message: 'The token was revoked', fix: null },
  }))
  expect(asked.at(-1)).toMatchObject({
    what: 'timeline',
    input: { taskId: 'a', entry: { body: 'The first comment is missing: The token was revoked' } },
  })
  expect(nodes['say']).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
})

it('does not comment if a card is not a published post', async () => {
  const { keys, nodes } = await run({ ...item, taskId: 'b' })
  expect(keys).toEqual([])
  expect(nodes['say']?.error).toContain('not a published post')
  expect((await run({ comment: 'Hello' })).nodes['say']?.error).toBe('Missing field "taskId"')
})
