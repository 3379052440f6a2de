import { type EventEnvelope, triggerConsumerOf } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { domainEvents } from '../workflows/event-catalog.ts'

/** One durable consumer per domain event: an event becomes one run of each active workflow bound to it. */
export const eventConsumers = (): EventConsumer<WorkflowDatabase>[] =>
  domainEvents.map((event) =>
    eventConsumer<WorkflowDatabase, typeof event.schema>(
      triggerConsumerOf(event),
      event,
      async (tx, happened) => {
        await fireForEvent(tx, happened)
        await queueDeliveries(tx, happened)
      },
      { from: 'now' },
    ),
  )

/** Queues a run for each workflow that an event's org has bound to it; the payload is the seed. */
export async function fireForEvent(tx: Transaction, event: EventEnvelope): Promise<void> {
  if (event.orgId === null) return
  const bound = await tx
    .selectFrom('event_bindings as b')
    .innerJoin('workflows as w', 'w.id', 'b.workflow_id')
    .select(['b.workflow_id', 'b.node_id', 'w.owner_id', 'w.org_id'])
    .where('b.event_type', '=', event.type)
    .where('b.org_id', '=', event.orgId)
    .where('w.active', '=', true)
    .execute()
  const runs = new Map<string, NewRun>()
  for (const row of bound) {
    const known = runs.get(row.workflow_id)
    if (known !== undefined) known.seeds.nodes?.push(row.node_id)
    else {
      runs.set(row.workflow_id, {
        workflowId: row.workflow_id,
        orgId: row.org_id,
        ownerId: row.owner_id,
        queue: 'workflow-run',
        priority: 1,
        trigger: 'event',
        seeds: {
          nodes: [row.node_id],
          item: { externalId: event.id, json: event.data as Record<string, unknown> },
        },
      })
    }
  }
  await queueRuns(tx, [...runs.values()])
}
