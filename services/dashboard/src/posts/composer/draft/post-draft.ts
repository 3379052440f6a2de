import type { ReadCard } from '../../../platform/records/shared-queries.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { type Target, toTargetId } from './targets.ts'

export function toDraft({ card, etag }: ReadCard): Draft {
  const { post } = card
  if (post === undefined) return { ...emptyDraft, etag }
  return {
    ...emptyDraft,
    targets: [toTargetId(post)],
    title: card.title,
    body: card.body,
    link: post.link ?? '',
    linkHandling: post.linkHandling,
    media: post.media,
    firstComment: post.firstComment ?? '',
    thread: post.thread,
    to: post.to.join(', '),
    fields: Object.fromEntries(
      Object.entries(card.fields).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    moment: card.status === 'reviewed' ? 'at' : 'draft',
    at: card.dueDate ?? '',
    etag,
  }
}

/** Returns a new draft. If only one channel can take posts, it is preselected. */
export function newDraft(channels: readonly Target[]): Draft {
  const open = channels.filter(({ obstacle }) => obstacle === undefined)
  return { ...emptyDraft, targets: open.length === 1 ? open.map(({ id }) => id) : [] }
}
