import type { Card, PublishFailure } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { aPost, away, publishingWorld } from '../../test/publishing-world.ts'
import { closedPorts, recordedRun } from '../../test/recorded-run.ts'
import { chainGraph } from '../chains/internal-chains.ts'
import { allNodes } from './index.ts'
import { findFirst } from './linear-graph.ts'
import { createRegistry } from './registry.ts'

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

it('the sweep publishes every due post once, as its owner, under its claim, and leaves the others', async () => {
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
  expect([...state.values()].map(({ status }) => status)).toEqual([
    'posted',
    'posted',
    'draft',
    'reviewed',
  ])
  expect(nodes['publish']).toMatchObject({ status: 'completed', message: '2 posted', itemsOut: 2 })
})

it('posts of one channel keep their order, those of another do not wait for them', async () => {
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

it('publish-now sends the one card, due or not, and comments below it', async () => {
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

it('a failure settles the card with its message, and the run has a fix', async () => {
  const fix = 'Reconnect the account on the channels page'
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

it('a temporary failure returns the claim, due at the network’s time', async () => {
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

it('an unknown outcome is unconfirmed and sent no second time', async () => {
  const { asked, state } = await run([aPost('a')], {
    publish: () => ({ outcome: 'unconfirmed', message: 'No answer' }),
  })
  expect(whats({ asked })).toEqual(['publish', 'settle'])
  expect(state.get('a')?.status).toBe('unconfirmed')
})

it('a lost call is repeated under its key, and its answer does not count while the first may be running', async () => {
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

it('while connect stays away the claim runs to its deadline, nothing more is sent, and the run fails with the reason', async () => {
  const { asked, state, nodes } = await run([aPost('a'), aPost('b')], {
    publish() {
      throw away()
    },
  })
  expect(whats({ asked })).toEqual(['publish', 'publish', 'publish', 'publish', 'release'])
  expect([state.get('a')?.status, state.get('b')?.status]).toEqual(['posting', 'reviewed'])
  expect(nodes['publish']).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('connect service does not answer'),
    fix: { href: '/tasks/a' },
  })
})

it('one post’s failure does not keep another from being posted', async () => {
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

it('a claim with too little time left is returned unsent', async () => {
  const chain = chainGraph({ kind: 'publish-now', taskId: 'a' }, () => true)
  const { asked } = await run([aPost('a')], { deadlineMs: 100_000 }, chain)
  expect(whats({ asked })).toEqual(['release'])
})

it('publishing nodes are registered only while something can be published to', () => {
  const { ports } = publishingWorld([])
  const registered = (publishing: typeof ports.publishing | null) =>
    createRegistry({ ...closedPorts, ...ports, publishing }, allNodes)
      .descriptors()
      .map(({ type }) => type)
  expect(registered(null)).not.toEqual(expect.arrayContaining(['publish']))
  expect(registered(null)).not.toEqual(expect.arrayContaining(['post_comment']))
  expect(registered(ports.publishing)).toEqual(expect.arrayContaining(['publish', 'post_comment']))
})

describe('a post by mail', () => {
  const mailPost = aPost('a', {
    post: {
      ...aPost('a').post,
      platform: 'email',
      channelId: null,
      to: ['ada@example.com'],
    } as never,
  })
  const chain = chainGraph({ kind: 'publish-now', taskId: 'a', id: 'email' }, () => true)

  it('is mailed by the board, which settles its claim', async () => {
    const { asked, outcome } = await run([mailPost], {}, chain)
    expect(outcome.status).toBe('completed')
    expect(asked).toEqual([
      { what: 'mail', input: { orgId: 'org_1', taskId: 'a', token: 'token_a', runId: 'run_1' } },
    ])
  })

  it('is asked for again with the same token when the answer is lost', async () => {
    const mail = (_: unknown, call: number) => {
      if (call === 1) throw away()
      return { outcome: 'posted' as const }
    }
    const { asked, outcome } = await run([mailPost], { mail }, chain)
    expect(outcome.status).toBe('completed')
    expect(whats({ asked })).toEqual(['mail', 'mail'])
  })

  it('is returned unsent while the board cannot send it', async () => {
    const mail = () => {
      throw away()
    }
    const { asked } = await run([mailPost], { mail }, chain)
    expect(whats({ asked })).toEqual(['mail', 'mail', 'mail', 'release'])
  })

  it.each([
    ['sender_not_verified', '/settings/profile'],
    ['mail_limit', '/tasks/a'],
  ])('fails the run with %s and a way to go on', async (kind, href) => {
    const failure = { class: kind, message: 'Not now', fix: null }
    const { outcome, nodes } = await run(
      [mailPost],
      { mail: () => ({ outcome: 'failed', failure }) },
      chain,
    )
    expect(outcome.error).toContain(`${kind}: Not now`)
    expect(nodes['publish']?.fix).toMatchObject({ href })
  })
})

it('registers publish alone while posts go out by mail only', () => {
  const { ports } = publishingWorld([])
  const publishing = { ...ports.publishing, mailOnly: true as const }
  const types = createRegistry({ ...closedPorts, ...ports, publishing }, allNodes)
    .descriptors()
    .map(({ type }) => type)
  expect(types).toContain('publish')
  expect(types).not.toContain('post_comment')
})

it('publish-now comments below a post of a network, and publishes alone for e-mail', () => {
  const toTypes = (id: string) =>
    chainGraph({ kind: 'publish-now', taskId: 'task_1', id }, () => true).nodes.map(
      ({ type }) => type,
    )
  expect(toTypes('chn_1')).toEqual(['publish', 'post_comment'])
  expect(toTypes('email')).toEqual(['publish'])
})
