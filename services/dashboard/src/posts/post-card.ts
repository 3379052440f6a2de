import type { Card, CardStatus, Post } from '@atrium/contracts'
import type { PostsSearch } from './posts-search.ts'

export type PostCard = Card & { readonly post: Post }

export const isPost = (card: Card): card is PostCard => card.post !== undefined

// Once a claim has taken a post its content and its time are fixed.
const fixed: readonly CardStatus[] = ['posting', 'posted', 'unconfirmed', 'posted_by_hand']

export const isOpen = ({ status }: Pick<Card, 'status'>): boolean => !fixed.includes(status)

/** The address of a post on the page of posts: the composer writes drafts, the panel shows all others. */
export const postSearch = ({
  id,
  status,
}: Pick<Card, 'id' | 'status'>): Pick<PostsSearch, 'post' | 'compose'> =>
  status === 'draft' ? { compose: id } : { post: id }

export const isManual = ({ destination }: Pick<Card, 'destination'>): boolean =>
  destination?.scheme === 'manual'

/** The tag of a draft that a reviewer sent back to its author. */
export const sentBackTag = 'sent-back'

/** Whether a post waits for a reviewer: a draft of the automated arm that nobody sent back. */
export const waitsForReview = (card: PostCard): boolean =>
  card.status === 'draft' && !isManual(card) && !card.tags.includes(sentBackTag)
