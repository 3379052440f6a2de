import pLimit from 'p-limit'
import { z } from 'zod'
import { type AskBoard, type BoardEntry, BoardId, belowVersion } from './board-entry.ts'

export const forumAddress = 'https://hacker-news.firebaseio.com/v0'
const discussions = 'https://news.ycombinator.com/item?id='
const most = 30
const atOnce = 8

const Story = z
  .object({
    id: BoardId,
    type: z.string(),
    title: z.string().default(''),
    url: z.string().optional(),
    text: z.string().optional(),
    score: z.number().default(0),
    time: z.number(),
    dead: z.boolean().optional(),
    deleted: z.boolean().optional(),
  })
  .nullable()

export const readForum = (ask: AskBoard, base: string): Promise<BoardEntry[]> =>
  belowVersion(base, '/v0', (at) => readStories(ask, at))

async function readStories(ask: AskBoard, base: string): Promise<BoardEntry[]> {
  const ids = (await ask(`${base}/topstories.json`, z.array(BoardId))).slice(0, most)
  const limit = pLimit(atOnce)
  const stories = await Promise.all(
    ids.map((id) => limit(() => ask(`${base}/item/${id}.json`, Story))),
  )
  return stories.flatMap((story) => {
    if (story === null || story.type !== 'story' || story.dead === true || story.deleted === true)
      return []
    const discussionUrl = `${discussions}${story.id}`
    const { id, title, url, score, time } = story
    return {
      board: 'forum' as const,
      id,
      title,
      url: url ?? discussionUrl,
      discussionUrl,
      score,
      summary: '',
      createdAt: new Date(time * 1_000).toISOString(),
    }
  })
}
