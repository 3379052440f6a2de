import { type EventEnvelope, triggerConsumerOf } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import { domainEvents } from '../events/event-catalog.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { boundWorkflows } from './triggers.db.ts'

/** One durable consumer per domain event: it queues a run of each bound workflow, and the webhook deliveries. */
export const eventConsumers = (): EventConsumer<WorkflowDatabase>[] =>
  domainEvents.map((event) =>
    eventConsumer<WorkflowDatabase, typeof event.schema>(
      triggerConsumerOf(event),
      event,
      async (tx, envelope) => {
        await fireForEvent(tx, envelope)
        await queueDeliveries(tx, envelope)
      },
      { from: 'now' },
    ),
  )

/** Queues one run of each active workflow of the org that is bound to the event; the payload is the seed. */
async function fireForEvent(tx: Transaction, { id, type, orgId, data }: EventEnvelope): Promise<void> {
  if (orgId === null) return
  const item = { externalId: id, json: data as Record<string, unknown> }
  const runs = await boundWorkflows(tx, orgId, type)
  await queueRuns(
    tx,
    runs.map(
      ({ workflowId, ownerId, nodes }): NewRun => ({
        workflowId,
        orgId,
        ownerId,
        queue: 'workflow-run',
        priority: 1,
        trigger: 'event',
        seeds: { nodes, item },
      }),
    ),
  )
}
