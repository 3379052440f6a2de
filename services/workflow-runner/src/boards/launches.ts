import { z } from 'zod'
import { type AskBoard, type BoardEntry, BoardError, belowVersion } from './board-entry.ts'

export const launchesAddress = 'https://api.producthunt.com/v2/api'
const most = 30

const query = `query { posts(order: RANKING, first: ${most}) { edges { node { id name tagline url website votesCount createdAt } } } }`

const Answer = z.object({
  data: z
    .object({
      posts: z.object({
        edges: z.array(
          z.object({
            node: z.object({
              id: z.string(),
              name: z.string(),
              tagline: z.string().nullable(),
              url: z.string(),
              website: z.string().nullish(),
              votesCount: z.number(),
              createdAt: z.string(),
            }),
          }),
        ),
      }),
    })
    .nullish(),
  errors: z.array(z.looseObject({ message: z.string().optional() })).optional(),
})

export async function readLaunches(
  ask: AskBoard,
  base: string,
  token: string,
): Promise<BoardEntry[]> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }
  const { data, errors = [] } = await belowVersion(base, '/v2/api', (at) =>
    ask(`${at}/graphql`, Answer, request),
  )
  if (data === undefined || data === null)
    throw new BoardError(errors[0]?.message ?? 'its response cannot be read')
  return data.posts.edges.map(
    ({ node }): BoardEntry => ({
      board: 'launches',
      id: node.id,
      title: node.name,
      url: node.url,
      discussionUrl: node.url,
      score: node.votesCount,
      summary: node.tagline ?? '',
      createdAt: node.createdAt,
    }),
  )
}
