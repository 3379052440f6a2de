import { ChannelConnected, newId, Platform } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import { hasPublishSweep } from './publish-sweep.ts'
import { publishingTemplate } from './templates.ts'
import { insertWorkflow, markSeeded, saveWorkflow } from './workflows.db.ts'

/**
 * Makes and activates the workflow that publishes approved posts when an org connects its first channel that can be
 * published to; once for an org. Channels from before this consumer was there start nothing: posts that were
 * approved long ago would all go out at once.
 */
export const seedPublishing = (): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof ChannelConnected.schema>(
    'seed-publishing',
    ChannelConnected,
    async (tx, { orgId, data }) => {
      if (orgId === null || !Platform.safeParse(data.network).success) return
      await seedOnce(tx, orgId, data.ownerId)
    },
    { from: 'now' },
  )

async function seedOnce(tx: Transaction, orgId: string, ownerId: string): Promise<void> {
  const { id: templateId, name, description, graph } = publishingTemplate
  const workflowId = (await hasPublishSweep(tx, orgId)) ? null : newId('wf')
  if (!(await markSeeded(tx, { orgId, templateId, workflowId })) || workflowId === null) return
  await insertWorkflow(tx, { id: workflowId, orgId, ownerId, name, description, graph })
  await syncTriggers(tx, await saveWorkflow(tx, workflowId, { active: true }))
}
