import { z } from 'zod'
import { named, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

const workflows = tagged('Workflows')

export const queueNames = ['workflow-run', 'workflow-run-adhoc', 'webhook-delivery'] as const
const QueueName = z.enum(queueNames)
const count = z.number().int()

export const QueueStats = named('QueueStats', {
  queues: z
    .array(
      z.object({
        name: QueueName.describe('The queue’s name. `workflow-run-adhoc` runs one-off chains.'),
        depth: count.describe('The number of waiting entries.'),
        oldestSeconds: z
          .number()
          .describe('How long the oldest of them has waited, in seconds. 0 if none waits.'),
        active: count.describe('The number of running entries.'),
        last24h: z
          .object({
            completed: count.describe('The number that succeeded.'),
            failed: count.describe('The number that failed.'),
            cancelled: count.describe('The number that were cancelled. Always 0 for deliveries.'),
          })
          .describe('The entries that ended in the last 24 hours, by outcome.'),
      }),
    )
    .describe('One entry per queue.'),
})
export type QueueStats = z.output<typeof QueueStats>

export const getQueueStats = workflows.operator.get('getQueueStats', '/api/workflows/queue-stats', {
  sdk: 'workflows.queueStats',
  summary: 'The queues’ current depth and their last 24 hours',
  responses: ok('One entry per queue', QueueStats),
})

/** A queue's history: 24 hours in spans of 300 seconds. */
export const queueHistory = { hours: 24, spanSeconds: 300 } as const

export const QueueHistory = named('QueueHistory', {
  queues: z
    .array(
      z.object({
        name: QueueName.describe('The queue’s name. `workflow-run-adhoc` runs one-off chains.'),
        samples: z
          .array(
            z.object({
              at: Timestamp.describe('The start of the five minutes.'),
              depth: count.describe('The maximum number of waiting entries.'),
              oldestSeconds: z.number().describe('The longest wait in seconds.'),
            }),
          )
          .describe('The maximum of each five minutes, oldest first.'),
      }),
    )
    .describe('One entry per queue.'),
})
export type QueueHistory = z.output<typeof QueueHistory>

export const getQueueHistory = workflows.operator.get(
  'getQueueHistory',
  '/api/workflows/queue-history',
  {
    sdk: 'workflows.queueHistory',
    summary: 'Depth and wait time of the queues over the last 24 hours',
    description:
      'The queues are read once a minute. Each sample is the maximum of five minutes, oldest first. If no workflow service is running, there are no samples.',
    responses: ok('One entry per queue', QueueHistory),
  },
)
