import type { Card } from '@atrium/contracts'
import type { CardRow, PostRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from '../posts/media.ts'

/** A card as its tables hold it. */
export interface StoredCard {
  task: CardRow
  post: PostRow | undefined
}

/** A card as the API shows it, with addresses of its media below the API's present one. */
export function cardView({ settings }: Pick<Deps, 'settings'>, { task, post }: StoredCard): Card {
  return {
    id: task.id,
    kind: task.kind,
    title: task.title,
    body: task.body,
    status: task.status,
    tags: task.tags,
    dueDate: task.due_date?.toISOString() ?? null,
    destination:
      task.destination_scheme === null
        ? null
        : {
            scheme: task.destination_scheme,
            ...(task.destination_host === null ? {} : { host: task.destination_host }),
          },
    fields: task.fields,
    ownerId: task.owner_id,
    orgId: task.org_id,
    createdAt: task.created_at.toISOString(),
    updatedAt: task.updated_at.toISOString(),
    ...(post === undefined
      ? {}
      : {
          post: {
            platform: post.platform,
            channelId: post.channel_id,
            link: post.link,
            linkHandling: post.link_handling,
            media: post.media.map((key) => mediaUrl(settings.apiUrl, key)),
            firstComment: post.first_comment,
            externalId: post.external_id,
            externalUrl: post.external_url,
            failure: post.failure,
          },
        }),
  }
}
