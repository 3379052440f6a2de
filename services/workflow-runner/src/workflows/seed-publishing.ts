import { ChannelConnected, newId, Platform } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { postTemplates, publishingId } from '../templates/posts.ts'
import { templateOf } from '../templates/template.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import { hasPublishSweep } from './publish-sweep.ts'
import { recordVersion } from './versions.db.ts'
import { insertWorkflow, markSeeded, saveWorkflow } from './workflows.db.ts'

/** Once per org; channels from before this consumer are ignored, since old posts would all go out at once. */
export const seedPublishing = (deps: Pick<Deps, 'now' | 'turns'>): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof ChannelConnected.schema>(
    'seed-publishing',
    ChannelConnected,
    async (tx, { orgId, data }) => {
      if (orgId === null || !Platform.safeParse(data.network).success) return
      await seedOnce(deps, tx, orgId, data.ownerId)
    },
    { from: 'now' },
  )

async function seedOnce(deps: Pick<Deps, 'now' | 'turns'>, tx: Transaction, orgId: string, ownerId: string) {
  const { id: templateId, name, description, graph } = templateOf(publishingId, postTemplates[publishingId])
  const workflowId = (await hasPublishSweep(tx, orgId)) ? null : newId('wf')
  if (!(await markSeeded(tx, { orgId, templateId, workflowId })) || workflowId === null) return
  const workflow = { id: workflowId, org_id: orgId, owner_id: ownerId, name, description }
  await insertWorkflow(tx, { ...workflow, graph: json(graph) })
  const row = await saveWorkflow(tx, orgId, workflowId, { active: true })
  await recordVersion(tx, row, ownerId)
  await syncTriggers(tx, row, deps)
}
