import { assetFenceRpc } from '@atrium/asset-fences'
import * as contracts from '@atrium/contracts'
import { readExportPage, readUserExportPage } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { createArmedPost } from '../card-actions/create-armed-post.ts'
import { upsertCard } from '../card-actions/create-card.ts'
import { updateByAgent } from '../card-actions/update-card.ts'
import { deleteWhen } from '../cards/delete-cards.ts'
import { findByField, findMatching, hydrateCards, hydrateKeyedCards } from '../cards/read-cards.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { exportTables, userExportTables } from '../export-tables.db.ts'
import { captureLink } from '../links/capture-link.ts'
import { approvePost } from '../posts/approve-post.ts'
import { claimDuePost, releaseClaim, settleClaim } from '../posts/claim-post.ts'
import { mailPost } from '../posts/mail-post.ts'
import { usesComments } from '../posts/read-post-comments.ts'
import { ownAssets } from '../references/answer-liveness.ts'
import { answerAssetUses, answerLiveFiles } from '../references/asset-uses.ts'
import { appendEntry, readTimeline } from '../timeline/timeline.ts'

export const rpcHandlers = (deps: Deps): RpcHandler[] => [
  rpcHandler(contracts.BoardExportRows, (input) => readExportPage(deps.db, exportTables, input)),
  rpcHandler(contracts.BoardUserRows, (input) =>
    readUserExportPage(deps.db, userExportTables, input),
  ),
  rpcHandler(contracts.SearchCards, ({ orgId, ...search }) => findMatching(deps, orgId, search)),
  rpcHandler(contracts.FindCards, async ({ orgId, ...wanted }) => ({
    items: await findByField(deps, orgId, wanted),
  })),
  rpcHandler(contracts.GetCards, async ({ orgId, ids }) => ({
    items: await hydrateCards(deps, orgId, ids),
  })),
  rpcHandler(contracts.GetKeyedCards, async ({ orgId, keys }) => ({
    items: await hydrateKeyedCards(deps, orgId, keys),
  })),
  rpcHandler(contracts.CreateCard, ({ orgId, ownerId, ...input }) =>
    upsertCard(deps, agentCtx(orgId, ownerId), input),
  ),
  rpcHandler(contracts.CreatePost, ({ orgId, actorId, runId, ...input }) =>
    createArmedPost(deps, { ...agentCtx(orgId, actorId), runId }, input),
  ),
  rpcHandler(contracts.UpdateCard, ({ orgId, actorId, taskId, runId, ...input }) =>
    updateByAgent(deps, { ...agentCtx(orgId, actorId), runId }, { id: taskId, update: input }),
  ),
  rpcHandler(contracts.DeleteCard, async ({ orgId, taskId, ifStatus }) => ({
    deleted: await deleteWhen(deps, agentCtx(orgId, ''), {
      id: taskId,
      mayGo: ({ status }) => ifStatus?.includes(status) ?? true,
    }),
  })),
  rpcHandler(contracts.AppendTimeline, async ({ orgId, taskId, entry, author, ...more }) => {
    const agent = agentCtx(orgId, author.id, author.id)
    const ctx = author.type === 'agent' ? agent : { principal: agent.principal }
    return { entry: await appendEntry(deps, ctx, { taskId, input: entry, ...more }) }
  }),
  rpcHandler(contracts.ReadTimeline, async ({ orgId, taskId, limit }) => {
    const newest = { limit, offset: 0, sortDir: 'desc', kind: 'entries' } as const
    return {
      items: (await readTimeline(deps, agentCtx(orgId, ''), { taskId, query: newest })).items,
    }
  }),
  rpcHandler(contracts.ApprovePost, async ({ orgId, actorId, taskId, dueDate }) => ({
    card: (await approvePost(deps, agentCtx(orgId, actorId), { id: taskId, dueDate })).card,
  })),
  rpcHandler(contracts.ClaimPost, async (input) => ({ claim: await claimDuePost(deps, input) })),
  rpcHandler(contracts.SettlePost, async (input) => ({ card: await settleClaim(deps, input) })),
  rpcHandler(contracts.MailPost, (input) => mailPost(deps, input)),
  rpcHandler(contracts.ReleasePost, async (input) => ({ card: await releaseClaim(deps, input) })),
  rpcHandler(contracts.UsesComments, ({ orgId, platform }) => usesComments(deps, orgId, platform)),
  rpcHandler(contracts.CaptureLinkRpc, async ({ orgId, ownerId, url }) => {
    const { card, created } = await captureLink(deps, agentCtx(orgId, ownerId), url)
    return { card, created }
  }),
  rpcHandler(contracts.BoardAssetUses, (input) => answerAssetUses(deps, input)),
  ...assetFenceRpc(ownAssets(deps), contracts.boardRoots),
  rpcHandler(contracts.BoardLiveFiles, (input) => answerLiveFiles(deps, input)),
]
