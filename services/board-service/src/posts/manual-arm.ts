import { composerUrlFor } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { cardView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import type { VersionedCard } from '../cards/create-card.ts'
import { cardErrors } from '../cards/errors.ts'
import { getStoredCard } from '../cards/read-cards.ts'
import { writeChange } from '../cards/update-card.ts'
import type { Ctx, Deps } from '../deps.ts'
import { getLockedPost } from './approve-post.ts'
import { postContent } from './post-input.ts'

/** The network's composer for a post of the manual arm. Throws `not_found`, `not_a_post`, `not_manual`. */
export async function composerOf(
  deps: Deps,
  ctx: Ctx,
  id: string,
): Promise<{ url: string | null; cannotCarry: string[] }> {
  const stored = await getStoredCard(deps, ctx, id)
  if (stored.post === undefined) throw cardErrors.not_a_post()
  if (stored.task.destination_scheme !== 'manual') throw cardErrors.not_manual()
  return composerUrlFor(postContent(stored.task, stored.post))
}

/** The manual arm's moves: draft → handed_off, handed_off → posted_by_hand. Throws `invalid_transition`. */
export async function moveByHand(
  deps: Deps,
  ctx: Ctx,
  id: string,
  to: 'handed_off' | 'posted_by_hand',
  externalUrl?: string,
): Promise<VersionedCard> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedPost(tx, ctx.orgId, id)
    if (stored.task.status === to)
      throw cardErrors.invalid_transition({ message: `The post is ${to} already` })
    const change = changedCard(stored.task, stored.post, { status: to }, deps.clock())
    const post =
      change.post === undefined || externalUrl === undefined
        ? change.post
        : { ...change.post, external_url: externalUrl }
    const changed = externalUrl === undefined ? change.changed : [...change.changed, 'post']
    const written = await writeChange(deps, tx, stored, { ...change, post, changed })
    return { card: cardView(deps, written), version: written.task.version }
  })
}
