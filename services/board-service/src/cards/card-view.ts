import { Card, Post } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { CardRow, PostRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from './media.ts'

export interface StoredCard {
  card: CardRow
  post: PostRow | undefined
}

/** A caller's key, or a link's owner and canonical URL. Unique per org. */
export type CardKey = { externalKey: string } | { ownerId: string; canonicalUrl: string }

export interface VersionedCard {
  card: Card
  version: number
}

const viewOfCard = createView(Card.omit({ post: true }))
const viewOfPost = createView(Post)

/** Converts a card for the API. Media keys become addresses under the API's current origin. */
export function cardView({ config }: Pick<Deps, 'config'>, { card, post }: StoredCard): Card {
  const { destination_scheme: scheme, destination_host: host } = card
  const destination = scheme === null ? null : { scheme, ...(host === null ? {} : { host }) }
  const shown = viewOfCard({ ...card, destination })
  if (post === undefined) return shown
  const media = post.media.map((key) => mediaUrl(config.apiUrl, key))
  return { ...shown, post: viewOfPost({ ...post, media }) }
}

export const versionedView = (deps: Pick<Deps, 'config'>, stored: StoredCard): VersionedCard => ({
  card: cardView(deps, stored),
  version: stored.card.version,
})
