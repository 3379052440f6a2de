import { type Card, canonicalUrl, foldText } from '@atrium/contracts'
import { type BoardEntry, type TechBoard, techBoards } from './board-entry.ts'

/** The limit for picks in a digest; docs/reference/workflows.md, "Language models". */
export const mostPicks = 10

export interface Quota {
  board: TechBoard
  count: number
}

/** Parses `forum:3,repos:2`, or returns the problem as a text. A board may appear several times. */
export function readQuotas(text: string): Quota[] | string {
  const quotas: Quota[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, name = '', digits = ''] = /^([a-z]{1,20}) ?: ?(\d{1,3})$/.exec(part) ?? []
    const board = techBoards.find((each) => each === name)
    if (board === undefined)
      return `"${part.slice(0, 50)}" is not valid. Write forum, repos or launches with a number, such as forum:5.`
    quotas.push({ board, count: Number(digits) })
  }
  const total = quotas.reduce((sum, { count }) => sum + count, 0)
  return total > mostPicks ? `Choose at most ${mostPicks} picks in total, not ${total}` : quotas
}

const titleKey = (title: string): string =>
  foldText(title)
    .replace(/^(?:show|ask|tell|launch) hn ?[:–-] ?/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const leastTitle = 12

const addressKey = (url: string): string[] =>
  URL.canParse(url) ? [`url ${canonicalUrl(url)}`] : []

/** Returns a story's keys. If entries share a key, they are the same story. */
export function storyKeys({ title, url }: Pick<BoardEntry, 'title' | 'url'>): string[] {
  const words = titleKey(title)
  return [...addressKey(url), ...(words.length < leastTitle ? [] : [`title ${words}`])]
}

/**
 * Returns the keys of stories in posts, from their links, the addresses in their texts, and their
 * titles.
 */
export function postedKeys(
  posts: readonly Pick<Card, 'title' | 'body' | 'fields' | 'post'>[],
): Set<string> {
  const keys = posts.flatMap(({ title, body, fields, post }) => {
    const inText = [...body.matchAll(/https?:\/\/[^\s<>"')\]]{1,2000}/giu)].map(([found]) =>
      found.replace(/[.,;:!?]{1,5}$/, ''),
    )
    const own = ['url', 'discussionUrl', 'link'].flatMap((key) => {
      const value = fields[key]
      return typeof value === 'string' ? [value] : []
    })
    const links = [...(post?.link ? [post.link] : []), ...own, ...inText]
    return [...links.flatMap(addressKey), ...storyKeys({ title, url: '' })]
  })
  return new Set(keys)
}

export function freshEntries(
  entries: readonly BoardEntry[],
  posted: ReadonlySet<string>,
): { fresh: BoardEntry[]; alreadyPosted: number } {
  const known = (entry: BoardEntry): boolean =>
    [...storyKeys(entry), ...addressKey(entry.discussionUrl)].some((key) => posted.has(key))
  const fresh = entries.filter((entry) => !known(entry)).sort((a, b) => b.score - a.score)
  return { fresh, alreadyPosted: entries.length - fresh.length }
}

/** Picks the best entries of each board in quota order, without repeating a story. */
export function pickStories(
  fresh: Readonly<Partial<Record<TechBoard, readonly BoardEntry[]>>>,
  quotas: readonly Quota[],
): BoardEntry[] {
  const taken = new Set<string>()
  return quotas.flatMap(({ board, count }) => {
    const picks: BoardEntry[] = []
    for (const entry of fresh[board] ?? []) {
      if (picks.length === count) break
      const keys = storyKeys(entry)
      if (keys.some((key) => taken.has(key)) || taken.has(`id ${board} ${entry.id}`)) continue
      for (const key of [...keys, `id ${board} ${entry.id}`]) taken.add(key)
      picks.push(entry)
    }
    return picks
  })
}
