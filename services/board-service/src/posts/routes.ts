import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { answerCard } from '../cards/answer-card.ts'
import type { Deps } from '../deps.ts'
import { readFigures, reportPosts } from '../figures/figures.ts'
import { approvalWarnings, approvePost } from './approve-post.ts'
import { getComposer, moveByHand } from './manual-arm.ts'
import { findNextSlot } from './next-slot.ts'
import { publishNow } from './publish-now.ts'
import { readPostComments } from './read-post-comments.ts'
import { openTrackedLink } from './track-links.ts'

export function postRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.approvePost, async (call) => {
    const approved = await approvePost(deps, call, { id: call.params.id, ...call.body })
    return {
      ...answerCard(call.c, approved),
      warnings: await approvalWarnings(deps, call, approved.card),
    }
  })
  // The run looks for an approved post, so the approval must be committed before the run starts.
  mount(app, operations.publishPostNow, { db, apart: true }, (call) =>
    publishNow(deps, call, call.params.id),
  )
  mount(app, operations.openTrackedLink, async ({ c, params }) => {
    const url = await openTrackedLink(deps, params.code, c.req.method === 'GET')
    return new Response(null, {
      status: 302,
      headers: { location: url, 'cache-control': 'no-store' },
    })
  })
  mount(app, operations.getComposer, (call) => getComposer(deps, call, call.params.id))
  mount(app, operations.listPostComments, (call) =>
    readPostComments(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.getPostMetrics, (call) => readFigures(deps, call, call.params.id))
  mount(app, operations.getPostReport, (call) => reportPosts(deps, call, call.query))
  mount(app, operations.getNextSlot, (call) => findNextSlot(deps, call, call.query.channelId))
  mount(app, operations.markHandedOff, async (call) =>
    answerCard(call.c, await moveByHand(deps, call, { id: call.params.id, to: 'handed_off' })),
  )
  mount(app, operations.markPostedByHand, async (call) =>
    answerCard(
      call.c,
      await moveByHand(deps, call, {
        id: call.params.id,
        to: 'posted_by_hand',
        externalUrl: call.body?.externalUrl,
      }),
    ),
  )
}
