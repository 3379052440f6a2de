import { LinkCaptured } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { availableChains, startChain } from './start-chain.ts'

export const enrichCapturedLinks = (
  deps: Pick<Deps, 'registry' | 'now' | 'newId'>,
): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof LinkCaptured.schema>(
    'enrich-link',
    LinkCaptured,
    async (tx, { orgId, data: { taskId, url, ownerId } }) => {
      if (orgId === null || !availableChains(deps).includes('link-enrichment')) return
      const card = { id: taskId, taskId, input: { url } }
      await startChain(deps, tx, { orgId, userId: ownerId, kind: 'link-enrichment', ...card })
    },
    { from: 'now' },
  )
