import { AppError } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, away, publishingWorld } from '../../../test/publishing-world.ts'
import { reader, record } from '../../../test/reading-node.ts'
import { recordedRun } from '../../../test/recorded-run.ts'

const publishFlow = (params: Record<string, unknown> = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'reading'),
      node('publish', 'publish', { taskId: '{{ $json.taskId }}', ...params }),
    ],
    [edge('start', 'read'), edge('read', 'publish')],
  )

type Network = Parameters<typeof publishingWorld>[1] & object

function publishPosts(
  taskIds: string[],
  publish: Network['publish'] & object,
  params: Record<string, unknown> = {},
  claim: Network['claim'] & object = () => {},
) {
  const known = taskIds.filter((id) => id !== '' && id !== 'gone')
  const world = publishingWorld(
    known.map((id) => aPost(id)),
    { publish, claim },
  )
  const posts = taskIds.map((taskId, at) => record(`r${at}`, { taskId }))
  const nodes = [reader('reading', 'posts', posts)]
  return recordedRun(publishFlow(params), { ports: world.ports, nodes })
}

const refusePost = ({ taskId }: { taskId: string }) => ({
  outcome: 'failed' as const,
  failure: { class: 'fix_content' as const, message: `${taskId} is too long`, fix: null },
})
const acceptPost = ({ taskId }: { taskId: string }) => ({
  outcome: 'posted' as const,
  externalId: taskId,
  externalUrl: null,
  comment: null,
})

it('counts an attempt for each post that publish cannot publish in a failed run', async () => {
  const { outcome } = await publishPosts(['', 'a', 'b', 'gone'], refusePost)
  expect(outcome).toMatchObject({
    status: 'failed',
    reads: [
      {
        items: [
          { id: 'r0', reason: expect.stringContaining('taskId') },
          { id: 'r1', reason: 'a is too long' },
          { id: 'r2', reason: 'b is too long' },
        ],
      },
    ],
  })
})

it('keeps the items waiting whose posts fail while another post is published', async () => {
  const { outcome, nodes } = await publishPosts(['', 'a', 'b'], (post) =>
    post.taskId === 'a' ? refusePost(post) : acceptPost(post),
  )
  expect(nodes['publish']?.incomplete).toBe(true)
  expect(outcome).toMatchObject({
    status: 'completed',
    reads: [
      {
        items: [
          { id: 'r0', waiting: true, reason: expect.stringContaining('taskId') },
          { id: 'r1', waiting: true, reason: 'a is too long' },
          { id: 'r2', waiting: false },
        ],
      },
    ],
  })
})

it.each<[string, Parameters<typeof publishPosts>[1], Record<string, unknown>]>([
  ['its limit ends the run', acceptPost, { limit: 1 }],
  [
    'the network asks to wait',
    (post) =>
      post.taskId === 'a'
        ? acceptPost(post)
        : { outcome: 'failed', failure: { class: 'retry', message: 'Later', fix: null } },
    {},
  ],
])('counts no attempt for a post when %s', async (_, publish, params) => {
  const { outcome, nodes } = await publishPosts(['a', 'b'], publish, params)
  expect(nodes['publish']).toMatchObject({ incomplete: true, itemsOut: 1 })
  const [read] = (outcome.status === 'completed' && outcome.reads) || []
  expect(read?.items).toMatchObject([
    { id: 'r0', waiting: false },
    { id: 'r1', waiting: true },
  ])
  expect(read?.items[1]).not.toHaveProperty('reason')
})

it('counts no attempt for a post when connect is down', async () => {
  const { outcome } = await publishPosts(['a'], () => {
    throw away()
  })
  expect(outcome.status).toBe('failed')
  expect(outcome).not.toHaveProperty('reads')
})

it('publishes the other named posts when one is not waiting to be published', async () => {
  const { outcome, nodes } = await publishPosts(['a', 'gone', 'b'], acceptPost)
  expect(nodes['publish']).toMatchObject({ itemsOut: 2, incomplete: false })
  expect(outcome.status).toBe('completed')
})

it('publishes the other named posts when the board refuses the claim of one', async () => {
  const message = 'You may not use this channel'
  const { outcome } = await publishPosts(['a', 'b'], acceptPost, {}, (taskId) => {
    if (taskId === 'a')
      throw new AppError({ kind: 'forbidden', code: 'channel_not_available', message })
  })
  expect(outcome).toMatchObject({
    status: 'completed',
    reads: [
      {
        items: [
          { id: 'r0', waiting: true, reason: message },
          { id: 'r1', waiting: false },
        ],
      },
    ],
  })
})
