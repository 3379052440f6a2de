import type { Card, CardStatus, Post } from '@atrium/contracts'
import type { PostsSearch } from './posts-search.ts'

export type PostCard = Card & { readonly post: Post }

export const isPost = (card: Card): card is PostCard => card.post !== undefined

// The content and time are fixed as soon as a publishing run has claimed the post.
const fixed: readonly CardStatus[] = ['posting', 'posted', 'unconfirmed', 'posted_by_hand']

export const isOpen = ({ status }: Pick<Card, 'status'>): boolean => !fixed.includes(status)

/**
 * Returns the search parameters that open a post: drafts in the composer, other posts in the panel.
 */
export const postSearch = ({
  id,
  status,
}: Pick<Card, 'id' | 'status'>): Pick<PostsSearch, 'post' | 'compose'> =>
  status === 'draft' ? { compose: id } : { post: id }

export const isManual = ({ destination }: Pick<Card, 'destination'>): boolean =>
  destination?.scheme === 'manual'

const complete: readonly CardStatus[] = ['posted', 'posted_by_hand']

/**
 * Says how much of a thread is published while the rest is not, as a badge and as a sentence.
 * Returns undefined for all other posts.
 */
export function threadProgress({
  status,
  post: { partsPublished: out, thread },
}: Pick<PostCard, 'status' | 'post'>): { badge: string; sentence: string } | undefined {
  if (out === 0 || complete.includes(status)) return undefined
  const all = thread.length + 1
  return {
    badge: `${out} of ${all} published`,
    sentence: `${out} of ${all} parts ${out === 1 ? 'is' : 'are'} published`,
  }
}

/** Marks a draft that a reviewer sent back to its author. */
export const sentBackTag = 'sent-back'

/** Returns true if a post waits for review: an automated draft that nobody sent back. */
export const waitsForReview = (card: PostCard): boolean =>
  card.status === 'draft' && !isManual(card) && !card.tags.includes(sentBackTag)
