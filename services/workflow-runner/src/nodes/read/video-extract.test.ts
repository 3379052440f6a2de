import type { ChannelVideo } from '@atrium/contracts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startFakeModel } from '../../../test/fake-model.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { runNode } from '../../../test/run-node.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
beforeEach(() => {
  model.calls.length = 0
})

const video = (id: string, description: string): ChannelVideo => ({
  id,
  title: `Video ${id}`,
  description,
  pictureUrl: null,
  publishedAt: '2026-05-03T09:00:00.000Z',
  url: `https://www.youtube.com/watch?v=${id}`,
})
const videos = [video('v2', 'Two https://example.com/two'), video('v1', 'One')]
const world = () => {
  const { ports, asked, cards } = postingBoard()
  const list = async () => ({ outcome: 'read' as const, page: { videos, next: null } })
  return {
    asked,
    cards,
    ports: { board: ports.board, models: model.port, accounts: { videos: { list } } },
  }
}
const start = [{ json: { firedAt: 'now' } }]
const params = { connector: 'chn_1', extract: true }

it('writes points and links of the description into the card', async () => {
  model.rule(() => ({
    object: { summary: 'About it', points: ['Try it'], links: ['https://example.com/two'] },
  }))
  const { ports, asked } = world()
  const only = {
    ...ports,
    accounts: {
      videos: {
        list: async () => ({
          outcome: 'read' as const,
          page: { videos: [videos[0] ?? video('x', '')], next: null },
        }),
      },
    },
  }
  const { outputs } = await runNode('video_to_tasks', start, { params, ports: only })
  expect(asked).toMatchObject([
    {
      input: {
        card: {
          body: 'About it\n\n- [ ] Try it\n- https://example.com/two\n\nTwo https://example.com/two',
        },
      },
    },
  ])
  expect(outputs['main']).toMatchObject([
    { json: { summary: 'About it', points: ['Try it'], taskId: 'task_1' } },
  ])
})

it('leaves a video to the next run if its extract fails', async () => {
  const good = { object: { summary: 'About it', points: [], links: [] } }
  const { ports, cards } = world()
  // The model returns a link that is not in the description, also on the retry.
  model.rule((call) =>
    JSON.stringify(call.messages).includes('Video v1')
      ? { object: { ...good.object, links: ['https://evil.example'] } }
      : good,
  )
  const first = await runNode('video_to_tasks', start, { params, ports })
  expect([cards.size, first.outcome.status]).toEqual([1, 'completed'])
  expect(first.record?.message).toContain('1 of 2 left out: “Video v1”')
  model.rule(() => good)
  model.calls.length = 0
  const second = await runNode('video_to_tasks', start, { params, ports })
  expect([cards.size, model.calls.length, second.outputs['main']?.length]).toEqual([2, 1, 1])
})

it('asks no model unless the graph requests extracts', async () => {
  const { ports, cards } = world()
  await runNode('video_to_tasks', start, { params: { connector: 'chn_1' }, ports })
  expect([cards.size, model.calls.length]).toEqual([2, 0])
})
