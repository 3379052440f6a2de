import { cardErrors, composerUrlFor } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type VersionedCard, versionedView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import { postContent } from '../cards/post-input.ts'
import { getLockedPost, getStoredCard, writeChange } from '../cards/stored-cards.ts'
import { type Ctx, type Deps, toChangeAuthor } from '../deps.ts'
import { readPublisher } from './read-publisher.ts'

/**
 * Returns the network's composer for a manual post. Throws `not_found`, `not_a_post`, `not_manual`.
 */
export async function getComposer(deps: Deps, ctx: Ctx, id: string) {
  const { card, post } = await getStoredCard(deps, ctx.principal.orgId, id)
  if (post === undefined) throw cardErrors.not_a_post()
  if (card.destination_scheme !== 'manual') throw cardErrors.not_manual()
  return composerUrlFor(postContent(card, post))
}

/**
 * Moves a manual post: draft → handed_off, handed_off → posted_by_hand. Throws
 * `invalid_transition`.
 */
export async function moveByHand(
  deps: Deps,
  ctx: Ctx,
  {
    id,
    to,
    externalUrl,
  }: { id: string; to: 'handed_off' | 'posted_by_hand'; externalUrl?: string | undefined },
): Promise<VersionedCard> {
  const postedBy = to === 'posted_by_hand' ? await readPublisher(deps, ctx) : null
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedPost(tx, ctx.principal.orgId, id)
    if (stored.card.status === to)
      throw cardErrors.invalid_transition({ message: `The post is already ${to}` })
    const change = changedCard(stored, { status: to }, deps.now())
    if (change.post !== undefined) change.post = { ...change.post, posted_by: postedBy }
    if (change.post !== undefined && externalUrl !== undefined) {
      change.post = { ...change.post, external_url: externalUrl }
      change.changed.push('post')
    }
    return versionedView(
      deps,
      await writeChange(deps, tx, {
        before: stored,
        change,
        recorder: { by: toChangeAuthor(ctx) },
      }),
    )
  })
}
