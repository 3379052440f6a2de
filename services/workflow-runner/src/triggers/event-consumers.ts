import { type EventEnvelope, triggerConsumerName, WorkflowRunFailed } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { domainEvents } from '../events/event-catalog.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { boundWorkflows } from './triggers.db.ts'

type FiringDeps = Pick<Deps, 'planOf' | 'now' | 'newId'>

/**
 * Creates one durable consumer per domain event. Each queues a run of every bound workflow, and the
 * webhook deliveries.
 */
export const eventConsumers = (deps: FiringDeps): EventConsumer<WorkflowDatabase>[] =>
  domainEvents.map((event) =>
    eventConsumer<WorkflowDatabase, typeof event.schema>(
      triggerConsumerName(event),
      event,
      async (tx, envelope) => {
        await fireForEvent(deps, tx, envelope)
        await queueDeliveries(deps, tx, envelope)
      },
      { from: 'now' },
    ),
  )

async function fireForEvent(
  deps: FiringDeps,
  tx: Transaction,
  { id, type, orgId, data }: EventEnvelope,
) {
  if (orgId === null) return
  const item = { externalId: id, json: data as Record<string, unknown> }
  const failed = type === WorkflowRunFailed.type ? { failureOf: String(item.json['runId']) } : {}
  const bound = await boundWorkflows(tx, orgId, type)
  const runs = bound.map(
    ({ nodes, ...workflow }): NewRun => ({
      ...workflow,
      orgId,
      trigger: 'event',
      seeds: { nodes, item, ...failed },
    }),
  )
  await queueRuns(deps, tx, await limitRuns(deps, tx, runs))
}
