import type { Card, PublishFailure } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, away, publishingWorld } from '../../../test/publishing-world.ts'
import { closedPorts, recordedRun } from '../../../test/recorded-run.ts'
import { chainGraph } from '../../chains/internal-chains.ts'
import { allNodes } from '../index.ts'
import { findFirst } from '../linear-graph.ts'
import { createRegistry } from '../registry.ts'

const sweep = graph(
  [node('start', 'trigger.manual'), node('publish', 'publish')],
  [edge('start', 'publish')],
)
const whats = ({ asked }: { asked: { what: string }[] }) => asked.map(({ what }) => what)

async function run(
  cards: Card[],
  network: Parameters<typeof publishingWorld>[1] = {},
  flow = sweep,
) {
  const world = publishingWorld(cards, network)
  const [first] = findFirst(flow)
  const begin = flow === sweep ? {} : { seeds: { [first ?? '']: [{ json: {} }] }, partial: true }
  const result = await recordedRun(flow, { ports: world.ports, ...begin })
  return { ...result, ...world }
}
const failing = (failure: Partial<PublishFailure>) => ({
  publish: () => ({
    outcome: 'failed' as const,
    failure: { class: 'blocked' as const, message: 'No', fix: null, ...failure },
  }),
})

it('publishes every due post once under its claim, as its owner, and leaves the others', async () => {
  const later = aPost('later', { dueDate: '2099-01-01T00:00:00.000Z' })
  const { asked, nodes, state } = await run([
    aPost('a'),
    aPost('b'),
    aPost('draft', { status: 'draft' }),
    later,
  ])
  const sent = asked.filter(({ what }) => what === 'publish').map(({ input }) => input)
  expect(sent).toMatchObject([
    {
      taskId: 'a',
      actorId: 'usr_armed',
      channelId: 'chn_1',
      attemptKey: 'token_a',
      body: 'Post a',
    },
    { taskId: 'b', attemptKey: 'token_b' },
  ])
  expect(sent).toMatchObject([{ thread: [], altTexts: [] }, {}])
  expect([...state.values()].map(({ status }) => status)).toEqual([
    'posted',
    'posted',
    'draft',
    'reviewed',
  ])
  expect(nodes['publish']).toMatchObject({ status: 'completed', message: '2 posted', itemsOut: 2 })
})

it('keeps the order within a channel while other channels do not wait', async () => {
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  await run([aPost('a1'), aPost('a2'), aPost('b1', {}, 'chn_2')], {
    async publish({ taskId }) {
      if (taskId === 'a1') await gate.promise
      order.push(taskId)
      if (taskId === 'b1') gate.resolve()
      return { outcome: 'posted', externalId: taskId, externalUrl: null, comment: null }
    },
  })
  expect(order).toEqual(['b1', 'a1', 'a2'])
})

it('publishes a card even if it is not due when asked to publish now, and comments below it', async () => {
  const card = aPost('a', { dueDate: '2099-01-01T00:00:00.000Z' })
  if (card.post !== undefined) card.post.firstComment = 'Open at seven'
  const chain = chainGraph({ kind: 'publish-now', taskId: 'a' }, () => true)
  const { asked, outcome, nodes, claimedFor } = await run([card, aPost('other')], {}, chain)
  expect(claimedFor).toEqual(['usr_1'])
  expect(outcome.status).toBe('completed')
  expect(asked.map(({ what }) => what)).toEqual(['publish', 'settle', 'comment'])
  expect(asked[2]?.input).toMatchObject({
    actorId: 'usr_1',
    channelId: 'chn_1',
    taskId: 'a',
    externalId: '1001_a',
    message: 'Open at seven',
    attemptKey: 'token_a',
  })
  expect(nodes['post_comment']).toMatchObject({ status: 'completed', itemsOut: 1 })
  const again = await run([aPost('a', { status: 'posted' })], {}, chain)
  expect(again).toMatchObject({ outcome: { status: 'completed' }, asked: [] })
  expect(again.nodes['publish']?.message).toBe('The post is not waiting to be published')
})

it('settles the card with the message when publishing fails, and adds a fix to the run', async () => {
  const fix = 'Reconnect the account on the accounts page'
  const { asked, nodes, outcome } = await run(
    [aPost('a')],
    failing({ class: 'reconnect', message: 'Gone', fix }),
  )
  expect(asked[1]).toMatchObject({
    what: 'settle',
    input: {
      token: 'token_a',
      result: { outcome: 'failed', failure: { class: 'reconnect', message: 'Gone', fix } },
    },
  })
  expect(nodes['publish']).toMatchObject({
    status: 'failed',
    error: 'Gone',
    fix: { label: 'Reconnect the account', href: '/channels' },
  })
  expect(outcome.status).toBe('failed')
})

it('returns the claim after a temporary failure, and waits as long as the network asks', async () => {
  const before = Date.now()
  const { asked, state, nodes } = await run(
    [aPost('a')],
    failing({ class: 'retry', retryAfterSeconds: 300 }),
  )
  expect(whats({ asked })).toEqual(['publish', 'release'])
  const due = Date.parse(state.get('a')?.dueDate ?? '')
  expect(due - before).toBeGreaterThanOrEqual(300_000)
  expect(due - Date.now()).toBeLessThanOrEqual(300_000)
  expect(nodes['publish']).toMatchObject({ status: 'completed', itemsOut: 0 })
})

it('tells the board how many posts of a thread are out when the rest is not', async () => {
  for (const [kind, what] of [
    ['retry', 'release'],
    ['fix_content', 'settle'],
  ] as const) {
    const failure = { class: kind, message: 'No', fix: null }
    const { asked } = await run([aPost('a')], {
      publish: () => ({ outcome: 'failed', failure, partsPublished: 2 }),
    })
    const told = asked[1]?.input as { partsPublished?: number; result?: { partsPublished: number } }
    expect(asked[1]?.what).toBe(what)
    expect(told.result?.partsPublished ?? told.partsPublished).toBe(2)
  }
})

it('marks a post as unconfirmed if the outcome is unknown, and does not send it again', async () => {
  const { asked, state } = await run([aPost('a')], {
    publish: () => ({ outcome: 'unconfirmed', message: 'No answer' }),
  })
  expect(whats({ asked })).toEqual(['publish', 'settle'])
  expect(state.get('a')?.status).toBe('unconfirmed')
})

it('retries a lost call under the same key, and ignores its result while the first call may still run', async () => {
  const { asked, pauses, state } = await run([aPost('a')], {
    publish(_input, call) {
      if (call === 1) throw away()
      if (call === 2) return { outcome: 'unconfirmed', message: 'An earlier call has not ended' }
      return { outcome: 'posted', externalId: '1', externalUrl: null, comment: null }
    },
  })
  const keys = asked.flatMap(({ what, input }) =>
    what === 'publish' ? [(input as { attemptKey: string }).attemptKey] : [],
  )
  expect(keys).toEqual(['token_a', 'token_a', 'token_a'])
  expect(pauses).toEqual([3_000, expect.closeTo(60_000, -3)])
  expect(state.get('a')?.status).toBe('posted')
})

it('stops sending and fails with the reason when connect is down, and lets the claim expire', async () => {
  const { asked, state, nodes } = await run([aPost('a'), aPost('b')], {
    publish() {
      throw away()
    },
  })
  expect(whats({ asked })).toEqual(['publish', 'publish', 'publish', 'publish', 'release'])
  expect([state.get('a')?.status, state.get('b')?.status]).toEqual(['posting', 'reviewed'])
  expect(nodes['publish']).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('We do not know whether the post was sent'),
    fix: { href: '/tasks/a' },
  })
})

it('publishes the other posts when one fails', async () => {
  const { nodes, state } = await run([aPost('bad'), aPost('good', {}, 'chn_2')], {
    publish: ({ taskId }) =>
      taskId === 'bad'
        ? { outcome: 'failed', failure: { class: 'fix_content', message: 'Too long', fix: null } }
        : { outcome: 'posted', externalId: '1', externalUrl: null, comment: null },
  })
  expect(nodes['publish']).toMatchObject({
    status: 'completed',
    itemsOut: 1,
    message: '1 posted; 1 not posted: Too long',
  })
  expect(state.get('bad')?.status).toBe('failed')
})

it('returns a claim unsent if too little time is left', async () => {
  const chain = chainGraph({ kind: 'publish-now', taskId: 'a' }, () => true)
  const { asked } = await run([aPost('a')], { deadlineMs: 100_000 }, chain)
  expect(whats({ asked })).toEqual(['release'])
})

it('registers the publishing nodes only if publishing is configured', () => {
  const { ports } = publishingWorld([])
  const registered = (publishing: typeof ports.publishing | null) =>
    createRegistry({ ...closedPorts, ...ports, publishing }, allNodes)
      .descriptors()
      .map(({ type }) => type)
  expect(registered(null)).not.toEqual(expect.arrayContaining(['publish']))
  expect(registered(null)).not.toEqual(expect.arrayContaining(['post_comment']))
  expect(registered(ports.publishing)).toEqual(expect.arrayContaining(['publish', 'post_comment']))
})

describe('posts by mail', () => {
  const mailPost = aPost('a', {
    post: {
      ...aPost('a').post,
      platform: 'email',
      channelId: null,
      to: ['ada@example.com'],
    } as never,
  })
  const chain = chainGraph({ kind: 'publish-now', taskId: 'a', id: 'email' }, () => true)

  it('asks the board to send the mail, which settles the claim', async () => {
    const { asked, outcome } = await run([mailPost], {}, chain)
    expect(outcome.status).toBe('completed')
    expect(asked).toEqual([
      { what: 'mail', input: { orgId: 'org_1', taskId: 'a', token: 'token_a', runId: 'run_1' } },
    ])
  })

  it('retries with the same token when the response is lost', async () => {
    const mail = (_: unknown, call: number) => {
      if (call === 1) throw away()
      return { outcome: 'posted' as const }
    }
    const { asked, outcome } = await run([mailPost], { mail }, chain)
    expect(outcome.status).toBe('completed')
    expect(whats({ asked })).toEqual(['mail', 'mail'])
  })

  it('returns the claim unsent when the board does not respond', async () => {
    const mail = () => {
      throw away()
    }
    const { asked } = await run([mailPost], { mail }, chain)
    expect(whats({ asked })).toEqual(['mail', 'mail', 'mail', 'release'])
  })

  it.each([
    ['sender_not_verified', '/settings/profile'],
    ['mail_limit', '/tasks/a'],
  ])('fails the run with %s and a fix', async (kind, href) => {
    const failure = { class: kind, message: 'Not now', fix: null }
    const { outcome, nodes } = await run(
      [mailPost],
      { mail: () => ({ outcome: 'failed', failure }) },
      chain,
    )
    expect(outcome.error).toContain(`${kind}: Not now`)
    expect(nodes['publish']?.fix).toMatchObject({ href })
  })

  it('fails the run with the words of another refusal, without its code', async () => {
    const failure = { class: 'no_recipient', message: 'Not now', fix: null }
    const { outcome } = await run(
      [mailPost],
      { mail: () => ({ outcome: 'failed', failure }) },
      chain,
    )
    expect(outcome.error).toContain('Not now')
    expect(outcome.error).not.toContain('no_recipient')
  })
})

it('registers publish without post_comment if posts go out by mail only', () => {
  const { ports } = publishingWorld([])
  const publishing = { ...ports.publishing, mailOnly: true as const }
  const types = createRegistry({ ...closedPorts, ...ports, publishing }, allNodes)
    .descriptors()
    .map(({ type }) => type)
  expect(types).toContain('publish')
  expect(types).not.toContain('post_comment')
})

it('adds the comment step to publish-now unless the post goes out by mail', () => {
  const toTypes = (id: string) =>
    chainGraph({ kind: 'publish-now', taskId: 'task_1', id }, () => true).nodes.map(
      ({ type }) => type,
    )
  expect(toTypes('chn_1')).toEqual(['publish', 'post_comment'])
  expect(toTypes('email')).toEqual(['publish'])
})
