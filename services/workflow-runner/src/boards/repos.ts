import { z } from 'zod'
import { type AskBoard, type BoardEntry, BoardId } from './board-entry.ts'

export const reposAddress = 'https://api.github.com'
const most = 30
const youngestDays = 14

const Found = z.object({
  items: z.array(
    z.object({
      id: BoardId,
      full_name: z.string(),
      html_url: z.string(),
      description: z.string().nullable(),
      stargazers_count: z.number(),
      created_at: z.string(),
    }),
  ),
})

export async function readRepos(
  ask: AskBoard,
  base: string,
  token: string | undefined,
  now: number,
): Promise<BoardEntry[]> {
  const since = new Date(now - youngestDays * 86_400_000).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    q: `created:>=${since}`,
    sort: 'stars',
    order: 'desc',
    per_page: String(most),
  })
  const { items } = await ask(`${base}/search/repositories?${query}`, Found, {
    headers: {
      accept: 'application/vnd.github+json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  return items.map(
    (item): BoardEntry => ({
      board: 'repos',
      id: item.id,
      title: item.full_name,
      url: item.html_url,
      discussionUrl: item.html_url,
      score: item.stargazers_count,
      summary: item.description ?? '',
      createdAt: item.created_at,
    }),
  )
}
