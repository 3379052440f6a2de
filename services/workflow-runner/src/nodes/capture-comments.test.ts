import { AppError } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { aPost, publishingWorld } from '../../test/publishing-world.ts'
import { memoryLedger, recordedRun } from '../../test/recorded-run.ts'

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
  const comments = new Map<string, { id: string; message: string; author: null; createdAt: null }[]>()
  const refused = new Map<string, AppError>()
  const { asked, ports } = publishingWorld(cards)
  const board = { ...ports.board, searchCards: async () => ({ items: cards, total: cards.length }) }
  const read = async ({ channelId, externalId }: { channelId: string; externalId: string }) => {
    const error = refused.get(channelId)
    if (error !== undefined) throw error
    return { items: comments.get(externalId) ?? [] }
  }
  const add = (post: string, id: string) =>
    comments.set(`ext_${post}`, [
      ...(comments.get(`ext_${post}`) ?? []),
      { id, message: `Comment ${id}`, author: null, createdAt: null },
    ])
  return { asked, refused, add, ports: { board, accounts: { comments: read } } }
}

it('each new comment becomes an entry of its post and an item, once', async () => {
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

it('a channel that cannot be read does not keep another from being read, and fails a run without any', async () => {
  const { add, refused, ports } = world([posted('a', 'chn_1'), posted('b', 'chn_2')])
  refused.set('chn_1', new AppError({ kind: 'unprocessable', code: 'token_rejected', message: 'Ended' }))
  add('b', 'c2')
  const one = await recordedRun(flow, { ports })
  expect(one.nodes['read']).toMatchObject({ itemsOut: 1, message: '1 channels could not be read: Ended' })
  refused.set('chn_2', new AppError({ kind: 'unprocessable', code: 'token_rejected', message: 'Ended' }))
  const none = await recordedRun(flow, { ports })
  expect(none.nodes['read']).toMatchObject({ status: 'failed', error: 'Ended', fix: { href: '/channels' } })
})
