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

/** Marks a draft that a reviewer sent back to its author. */
export const sentBackTag = 'sent-back'

/** Returns true if a post waits for review: an automated draft that nobody sent back. */
export const waitsForReview = (card: PostCard): boolean =>
  card.status === 'draft' && !isManual(card) && !card.tags.includes(sentBackTag)
