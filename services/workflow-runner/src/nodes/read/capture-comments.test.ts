import type { JudgedComment, ReadFailure } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, publishingWorld } from '../../../test/publishing-world.ts'
import { memoryLedger, recordedRun } from '../../../test/recorded-run.ts'
import type { AccountPorts } from '../ports.ts'

const flow = graph(
  [node('start', 'trigger.manual'), node('read', 'capture_comments')],
  [edge('start', 'read')],
)
const posted = (id: string, channelId = 'chn_1') => {
  const card = aPost(id, { status: 'posted', dueDate: new Date().toISOString() }, channelId)
  if (card.post !== undefined) card.post.externalId = `ext_${id}`
  return card
}

function world(cards: ReturnType<typeof posted>[]) {
  const comments = new Map<string, JudgedComment[]>()
  const refused = new Map<string, ReadFailure>()
  const { asked, ports } = publishingWorld(cards)
  const board = { ...ports.board, searchCards: async () => ({ items: cards, total: cards.length }) }
  const paging = { size: 2, kind: 'normal' as 'normal' | 'same' | 'endless' }
  const comment = (id: string, own?: boolean): JudgedComment => ({
    id,
    message: `Comment ${id}`,
    author: null,
    createdAt: null,
    own,
  })
  const read: NonNullable<AccountPorts['comments']> = async ({ channelId, externalId, cursor }) => {
    const failure = refused.get(channelId) ?? refused.get(externalId)
    if (failure !== undefined) return { outcome: 'failed', failure }
    const all = comments.get(externalId) ?? []
    const from = paging.kind === 'same' ? 0 : Number(cursor ?? 0)
    const to = from + paging.size
    const endless = Array.from({ length: paging.size }, (_, at) => comment(`e${from + at}`))
    const page = paging.kind === 'endless' ? endless : all.slice(from, to)
    const next =
      paging.kind === 'same'
        ? 'same'
        : to < all.length || paging.kind === 'endless'
          ? String(to)
          : null
    return { outcome: 'read', page: { comments: page, next } }
  }
  const add = (post: string, id: string, own?: boolean) =>
    comments.set(`ext_${post}`, [...(comments.get(`ext_${post}`) ?? []), comment(id, own)])
  return { asked, refused, add, paging, ports: { board, accounts: { comments: read } } }
}
const ended: ReadFailure = {
  class: 'reconnect',
  message: 'Ended',
  fix: { label: 'Reconnect the account', href: '/channels' },
}

it('writes each new comment once as a timeline entry and an item', async () => {
  const { asked, add, ports } = world([posted('a'), posted('b')])
  const ledger = memoryLedger()
  add('a', 'c1')
  add('b', 'c2')
  const first = await recordedRun(flow, { ports, ledger })
  expect(first.nodes['read']).toMatchObject({ status: 'completed', itemsOut: 2 })
  expect(asked.map(({ input }) => input)).toMatchObject([
    { taskId: 'a', entry: { kind: 'comment', body: 'A visitor: Comment c1' }, key: 'comment:c1' },
    { taskId: 'b', key: 'comment:c2' },
  ])
  add('a', 'c3')
  expect((await recordedRun(flow, { ports, ledger })).nodes['read']?.itemsOut).toBe(1)
  expect((await recordedRun(flow, { ports, ledger })).nodes['read']?.itemsOut).toBe(0)
  expect(asked).toHaveLength(3)
})

it('leaves out a comment if the organisation itself wrote it', async () => {
  const { asked, add, ports } = world([posted('a')])
  add('a', 'first', true)
  add('a', 'c1', false)
  expect((await recordedRun(flow, { ports })).nodes['read']).toMatchObject({ itemsOut: 1 })
  expect(asked.map(({ input }) => input)).toMatchObject([{ taskId: 'a', key: 'comment:c1' }])
})

it('reads the other channels when one channel fails, and fails the run if every channel fails', async () => {
  const { add, refused, ports } = world([posted('a', 'chn_1'), posted('b', 'chn_2')])
  refused.set('chn_1', ended)
  add('b', 'c2')
  const one = await recordedRun(flow, { ports })
  expect(one.nodes['read']).toMatchObject({
    itemsOut: 1,
    message: '1 accounts could not be read: Ended',
  })
  refused.set('chn_2', ended)
  const none = await recordedRun(flow, { ports })
  expect(none.nodes['read']).toMatchObject({
    status: 'failed',
    error: 'Ended',
    fix: { href: '/channels' },
  })
})

it('reads all comment pages of a post, and continues with the next post when one is deleted or refused', async () => {
  const { add, refused, ports } = world([posted('a'), posted('b'), posted('c')])
  for (let at = 0; at < 7; at += 1) add('a', `c${at}`)
  refused.set('ext_b', { class: 'gone', message: 'Not there', fix: null })
  refused.set('ext_c', { class: 'blocked', message: 'Comments are disabled', fix: null })
  expect((await recordedRun(flow, { ports })).nodes['read']).toMatchObject({
    status: 'completed',
    itemsOut: 7,
    message: '1 posts were skipped: Comments are disabled',
  })
})

it('stops at 1,000 comments if pages never end, and fails if a page repeats', async () => {
  const { paging, ports } = world([posted('a')])
  Object.assign(paging, { kind: 'endless', size: 90 })
  expect((await recordedRun(flow, { ports })).nodes['read']).toMatchObject({
    itemsOut: 1_000,
    incomplete: true,
  })
  paging.kind = 'same'
  expect((await recordedRun(flow, { ports })).nodes['read']).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('the same page again'),
  })
})

it('waits when the network asks for it, and fails after six attempts', async () => {
  const { add, refused, ports } = world([posted('a')])
  add('a', 'c1')
  const waits: number[] = []
  refused.set('chn_1', { class: 'retry', message: 'Slow down', fix: null, retryAfterSeconds: 7 })
  const pause = async (millis: number) => {
    waits.push(millis)
    refused.clear()
  }
  expect((await recordedRun(flow, { ports: { ...ports, pause } })).nodes['read']?.itemsOut).toBe(1)
  expect(waits).toEqual([7_000])
  refused.set('chn_1', { class: 'retry', message: 'Out of order', fix: null })
  expect((await recordedRun(flow, { ports })).nodes['read']).toMatchObject({
    status: 'failed',
    error: 'Out of order (after 6 tries)',
  })
})
