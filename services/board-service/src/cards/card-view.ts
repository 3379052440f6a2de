import type { Card } from '@atrium/contracts'
import type { CardRow, PostRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from './media.ts'

export interface StoredCard {
  card: CardRow
  post: PostRow | undefined
}

/** A caller's key, or a link's owner and canonical URL: unique in the org. */
export type CardKey = { externalKey: string } | { ownerId: string; canonicalUrl: string }

export interface VersionedCard {
  card: Card
  version: number
}

/** A card as the API shows it, with addresses of its media below the API's present one. */
export function cardView({ config }: Pick<Deps, 'config'>, { card, post }: StoredCard): Card {
  const { destination_scheme: scheme, destination_host: host } = card
  return {
    id: card.id,
    kind: card.kind,
    title: card.title,
    body: card.body,
    status: card.status,
    tags: card.tags,
    dueDate: card.due_date?.toISOString() ?? null,
    destination: scheme === null ? null : { scheme, ...(host === null ? {} : { host }) },
    fields: card.fields,
    ownerId: card.owner_id,
    orgId: card.org_id,
    createdAt: card.created_at.toISOString(),
    updatedAt: card.updated_at.toISOString(),
    ...(post !== undefined && {
      post: {
        platform: post.platform,
        channelId: post.channel_id,
        link: post.link,
        linkHandling: post.link_handling,
        media: post.media.map((key) => mediaUrl(config.apiUrl, key)),
        firstComment: post.first_comment,
        externalId: post.external_id,
        externalUrl: post.external_url,
        failure: post.failure,
      },
    }),
  }
}

export const versionedView = (deps: Pick<Deps, 'config'>, stored: StoredCard): VersionedCard => ({
  card: cardView(deps, stored),
  version: stored.card.version,
})
