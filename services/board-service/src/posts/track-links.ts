import { randomBytes } from 'node:crypto'
import { brokenPostRules, type Card, commonErrors, type PostContent } from '@atrium/contracts'
import { cardView, type StoredCard } from '../cards/card-view.ts'
import { postContent } from '../cards/post-input.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { beginClicks, countClick, findTrackedLink, keepTrackedLink } from './tracked-links.db.ts'

/** Maximum number of links replaced per comment. Further links stay unchanged. */
const mostLinks = 20
const address = /https?:\/\/[^\s<>"]+/giu
/** Characters after a link, at the end of the sentence or bracket around it. */
const trailing = new Set(".,;:!?)]}'’”»")

/** Removes the sentence's trailing punctuation. */
function trimAddress(match: string): string {
  let end = match.length
  while (end > 0 && trailing.has(match.charAt(end - 1))) end -= 1
  return match.slice(0, end)
}

/** Returns the web addresses in a text, except for those under `own`. */
function findAddresses(text: string, shortLinkPrefix: string): string[] {
  const found = [...text.matchAll(address)]
    .map(([match]) => trimAddress(match))
    .filter((url) => URL.canParse(url) && !url.startsWith(shortLinkPrefix))
  return [...new Set(found)].slice(0, mostLinks)
}

/**
 * Returns a claimed post for its network. The links in its first comment go through the API to
 * count clicks (docs/reference/posts.md, "Tracked links"). The stored post keeps its links.
 */
export async function trackLinks(deps: Deps, tx: Transaction, stored: StoredCard): Promise<Card> {
  const view = cardView(deps, stored)
  const { card, post } = stored
  const { apiUrl, tracksLinks } = deps.config
  if (!tracksLinks || post === undefined || view.post === undefined) return view
  const shortLinkPrefix = `${apiUrl}/l/`
  const comment = post.first_comment ?? ''
  const urls = findAddresses(comment, shortLinkPrefix)
  // `reply` does not add the link if the comment contains it inside a longer address.
  const hidesLink = post.link !== null && comment.includes(post.link) && !urls.includes(post.link)
  if (urls.length === 0 || (post.link_handling === 'reply' && hidesLink)) return view
  const codes = urls.map((url) => ({ url, code: randomBytes(8).toString('base64url') }))
  const content = postContent(card, post)
  // If tracked links would make the comment too long for its network, it keeps its links.
  if (worsensRules(content, replaceLinks(content, asReplacements(codes, shortLinkPrefix))))
    return view
  const kept: { url: string; code: string }[] = []
  for (const { url, code } of codes) {
    const link = { code, org_id: card.org_id, task_id: card.id, url, created_at: deps.now() }
    kept.push({ url, code: await keepTrackedLink(tx, link) })
  }
  await beginClicks(tx, card.org_id, card.id)
  const { body, link, firstComment } = replaceLinks(content, asReplacements(kept, shortLinkPrefix))
  return { ...view, body, post: { ...view.post, link, firstComment, clicks: post.clicks ?? 0 } }
}

type Replacements = ReadonlyMap<string, string>

const asReplacements = (
  codes: readonly { url: string; code: string }[],
  shortLinkPrefix: string,
): Replacements => new Map(codes.map(({ url, code }) => [url, `${shortLinkPrefix}${code}`]))

/**
 * Replaces the link in text, link and comment, because `reply` looks for the link in the text and
 * the comment.
 */
function replaceLinks<C extends PostContent>(content: C, replacements: Replacements): C {
  const { body, link, linkHandling, firstComment } = content
  const moved = linkHandling === 'reply' && link !== null ? replacements.get(link) : undefined
  const comment = firstComment?.replace(address, (match) => {
    const url = trimAddress(match)
    const tracked = replacements.get(match) ?? replacements.get(url)
    if (tracked === undefined) return match
    return replacements.has(match) ? tracked : `${tracked}${match.slice(url.length)}`
  })
  return {
    ...content,
    body: moved === undefined || link === null ? body : body.replaceAll(link, () => moved),
    link: moved ?? link,
    firstComment: comment ?? null,
  }
}

const worsensRules = (before: PostContent, after: PostContent): boolean =>
  brokenPostRules(after).length > brokenPostRules(before).length

/**
 * Returns a tracked link's address. Counts a click if `isClick` is true. Throws `not_found` (404).
 */
export async function openTrackedLink(deps: Deps, code: string, isClick: boolean): Promise<string> {
  const link = await findTrackedLink(deps.db, code)
  if (link === undefined) throw commonErrors.not_found({ message: 'This link does not exist' })
  if (isClick) await countClick(deps.db, link.orgId, link.taskId)
  return link.url
}
