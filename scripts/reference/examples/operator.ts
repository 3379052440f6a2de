import { newId } from '@atrium/contracts'
import { Client } from 'pg'
import type { ExamplePlatform, ExampleStep } from './example-step.ts'

/** Stores a message as the service does if the board cannot handle it. */
async function keepDeadLetter(
  { env, bus }: ExamplePlatform,
  orgId: string,
  ownerId: string,
): Promise<void> {
  const database = new Client({ connectionString: env['DATABASE_URL'] })
  await database.connect()
  const event = {
    id: newId('evt'),
    type: 'org.created',
    orgId,
    occurredAt: new Date().toISOString(),
    data: { orgId, name: 'Example Bakery', slug: 'example-bakery-operator', ownerId },
  }
  await database.query(
    `insert into board.dead_letters (consumer, subject, message_id, payload, reason, deliveries)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      'board-orgs',
      bus.subject(`events.${orgId}.org.created`),
      event.id,
      JSON.stringify(event),
      'The database was full',
      5,
    ],
  )
  await database.end()
}

/** The state of the deployment. */
export const operatorExamples: readonly ExampleStep[] = [
  { operation: 'listServiceStates' },
  {
    operation: 'listDeadLetters',
    as: 'operator',

    before: (platform, seen) =>
      keepDeadLetter(platform, seen.text('org.id'), seen.text('owner.id')),
  },
  { operation: 'redriveDeadLetter' },
]
