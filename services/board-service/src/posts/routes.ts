import {
  approvePost as approvePostOperation,
  getComposer,
  markHandedOff,
  markPostedByHand,
  publishPostNow,
} from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { VersionedCard } from '../cards/create-card.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { approvalWarnings } from './approval-warnings.ts'
import { approvePost } from './approve-post.ts'
import { composerOf, moveByHand } from './manual-arm.ts'
import { publishNow } from './publish-now.ts'

const answered = (c: Context<AppEnv>, { card, version }: VersionedCard) => {
  c.header('etag', versionEtag(card.id, version))
  return card
}

/** Posts. */
export function postRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, approvePostOperation, async ({ c, principal, params, body }) => {
    const card = answered(c, await approvePost(deps, ctxOf(principal), params.id, body))
    return { ...card, warnings: await approvalWarnings(deps, principal.orgId) }
  })
  mount(
    app,
    publishPostNow,
    async ({ principal, params }) => publishNow(deps, ctxOf(principal), params.id),
    deps.db,
    // The run looks for an approved post, so the approval must be committed before it starts.
    { apart: true },
  )
  mount(app, getComposer, async ({ principal, params }) => composerOf(deps, ctxOf(principal), params.id))
  mount(app, markHandedOff, async ({ c, principal, params }) =>
    answered(c, await moveByHand(deps, ctxOf(principal), params.id, 'handed_off')),
  )
  mount(app, markPostedByHand, async ({ c, principal, params, body }) =>
    answered(c, await moveByHand(deps, ctxOf(principal), params.id, 'posted_by_hand', body?.externalUrl)),
  )
}
