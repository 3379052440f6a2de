import {
  ChannelConnected,
  PostReviewed,
  SocialPlatform,
  type WorkflowGraph,
} from '@atrium/contracts'
import { json } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { postTemplates, publishingId } from '../templates/posts.ts'
import { toTemplate } from '../templates/template.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import { hasPublishSweep } from './publish-sweep.ts'
import { findSeeded, markSeeded, replaceGraph } from './seeded-templates.db.ts'
import { recordVersion } from './versions.db.ts'
import { insertWorkflow, saveWorkflow } from './workflows.db.ts'

type SeedDeps = Pick<Deps, 'now' | 'newId' | 'turns'>

const { name, description, graph } = toTemplate(publishingId, postTemplates[publishingId])
const { graph: mailGraph } = toTemplate(publishingId, {
  ...postTemplates[publishingId],
  steps: postTemplates[publishingId].steps.filter(({ type }) => type !== 'post_comment'),
})

/**
 * Creates the publishing workflow once per organisation, for channels connected from now on.
 * Earlier channels are ignored, because all their old posts would be published at once.
 */
export const seedPublishing = (deps: SeedDeps): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof ChannelConnected.schema>(
    'seed-publishing',
    ChannelConnected,
    async (tx, { orgId, data: { network, ownerId } }) => {
      if (orgId === null || !SocialPlatform.safeParse(network).success) return
      if (await seedOnce(deps, tx, { orgId, ownerId, graph })) return
      await addFirstComments(deps, tx, orgId, ownerId)
    },
    { from: 'now' },
  )

/**
 * Creates the publishing workflow for the first post by mail, because mails need no channel. Leaves
 * out `post_comment`, because mails have no comments.
 */
export const seedMailPublishing = (deps: SeedDeps): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof PostReviewed.schema>(
    'seed-mail-publishing',
    PostReviewed,
    async (tx, { orgId, data: { platform, ownerId } }) => {
      if (orgId !== null && platform === 'email')
        await seedOnce(deps, tx, { orgId, ownerId, graph: mailGraph })
    },
    { from: 'now' },
  )

/** Returns false if the organisation was seeded before. */
async function seedOnce(
  deps: SeedDeps,
  tx: Transaction,
  { orgId, ownerId, graph }: { orgId: string; ownerId: string; graph: WorkflowGraph },
): Promise<boolean> {
  const workflowId = (await hasPublishSweep(tx, orgId)) ? null : deps.newId('wf')
  if (!(await markSeeded(tx, { orgId, templateId: publishingId, workflowId }))) return false
  if (workflowId === null) return true
  const workflow = { id: workflowId, org_id: orgId, owner_id: ownerId, name, description }
  await insertWorkflow(tx, { ...workflow, graph: json(graph) })
  const row = await saveWorkflow(tx, orgId, workflowId, { active: true })
  await recordVersion(tx, row, ownerId)
  await syncTriggers(tx, row, deps)
  return true
}

/**
 * Adds the first comment step to a workflow made for posts by mail, unless somebody has changed its
 * steps.
 */
async function addFirstComments(deps: SeedDeps, tx: Transaction, orgId: string, ownerId: string) {
  const workflowId = await findSeeded(tx, orgId, publishingId)
  if (workflowId === null) return
  const row = await replaceGraph(tx, { orgId, workflowId, ownerId, from: mailGraph, to: graph })
  if (row === undefined) return
  await recordVersion(tx, row, ownerId)
  await syncTriggers(tx, row, deps)
}
