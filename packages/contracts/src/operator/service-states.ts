import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, pageQuery, Timestamp } from '../core/schemas.ts'
import { listed, ok, tagged } from '../core/tagged.ts'

const operator = tagged('Operator')

/** The services with their own schema and dead letters. */
export const storingServices = [
  'identity',
  'assets',
  'board',
  'connect',
  'invoicing',
  'workflow',
] as const
export const StoringService = z.enum(storingServices)
export type StoringService = z.infer<typeof StoringService>

export const DormantIntegration = named('DormantIntegration', {
  subsystem: z.string().describe('The integration’s name.'),
  feature: z.string().describe('What is unavailable.'),
  missing: z.array(z.string()).describe('The variables that are not set. Never their values.'),
})
export type DormantIntegration = z.infer<typeof DormantIntegration>

const ServiceFacts = z.object({
  dormant: z.array(DormantIntegration),
  outbox: z.object({
    depth: z.number().int().describe('The number of events and jobs that wait for the relay.'),
    oldestSeconds: z
      .number()
      .describe('How long the oldest of them has waited, in seconds. 0 if none waits.'),
  }),
  deadLetters: z.number().int(),
})

export const DeadLetter = z
  .object({
    id: z.string().describe('The dead letter’s number in its service.'),
    at: Timestamp.describe('When the platform gave up on the message.'),
    consumer: z
      .string()
      .describe(
        'The consumer that could not handle the message. `outbox` if the message was never sent.',
      ),
    subject: z.string().describe('The message’s subject.'),
    deliveries: z.number().int().describe('How often the message was delivered.'),
    reason: z.string().describe('Why the platform gave up on the message.'),
  })
  .meta({
    id: 'DeadLetter',
    description: 'A message that redelivery cannot fix, without its content',
  })
export type DeadLetter = z.infer<typeof DeadLetter>

const DeadLetters = z.object({
  items: z.array(DeadLetter).describe('The dead letters on this page, newest first.'),
  hasMore: z.boolean().describe('True if there are older dead letters.'),
})

export const RedriveOutcome = named('RedriveOutcome', {
  outcome: z
    .enum(['handled', 'sent', 'kept'])
    .describe('`kept` means that the message failed again.'),
  reason: z.string().nullable().describe('Why the message failed again. Null if it did not.'),
})
export type RedriveOutcome = z.infer<typeof RedriveOutcome>

const letterId = z.string().regex(/^\d{1,18}$/)
const page = {
  before: letterId.optional().describe('The id of the last dead letter on the previous page.'),
  limit: pageQuery.limit,
}

const defineFacts = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.operator-facts`,
    description: `The dormant integrations, the outbox and the number of dead letters of the ${service} service`,
    input: z.object({}),
    output: ServiceFacts,
    timeoutMs: 2_000,
  })
const defineDeadLetters = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.dead-letters`,
    description: `Dead letters of the ${service} service without their content, newest first`,
    input: z.object({ before: letterId.optional(), limit: z.number().int().min(1).max(100) }),
    output: DeadLetters,
  })
const defineRedrive = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.redrive-dead-letter`,
    description: `Handles a dead letter of the ${service} service again; throws \`not_found\``,
    input: z.object({ id: letterId }),
    output: RedriveOutcome,
    timeoutMs: 60_000,
  })

type Named<T> = Readonly<Record<StoringService, T>>
const ofEach = <T>(make: (service: StoringService) => T): Named<T> =>
  Object.fromEntries(storingServices.map((service) => [service, make(service)])) as Named<T>

export const serviceFacts = ofEach(defineFacts)
export const serviceDeadLetters = ofEach(defineDeadLetters)
export const serviceRedrive = ofEach(defineRedrive)

export const ServiceState = named('ServiceState', {
  service: z.string().describe('The service’s name.'),
  up: z.boolean().describe('True if the service responds within two seconds.'),
  dormant: z
    .array(DormantIntegration)
    .describe('What the service cannot do because variables are not set.'),
  outbox: ServiceFacts.shape.outbox
    .nullable()
    .describe('The service’s outbox. Null if the service does not respond or has no data.'),
  deadLetters: z
    .number()
    .int()
    .nullable()
    .describe('The number of the service’s dead letters. Null if unknown.'),
})
export type ServiceState = z.infer<typeof ServiceState>

export const listServiceStates = operator.operator.get(
  'listServiceStates',
  '/api/operator/services',
  {
    sdk: 'operator.services',
    summary: 'Each service with its dormant integrations, its outbox and its dead letters',
    responses: listed('The services of the deployment.', ServiceState),
  },
)

export const listDeadLetters = operator.operator.get(
  'listDeadLetters',
  '/api/operator/services/{service}/dead-letters',
  {
    sdk: 'operator.deadLetters',
    summary: 'Dead letters of a service, newest first',
    description: 'Without their content, because it may be organisations’ data.',
    params: z.object({ service: StoringService.describe('The service’s name.') }),
    query: z.object(page),
    responses: ok('A page', DeadLetters),
    example: { params: { service: 'board' }, query: { limit: 25 } },
  },
)

export const redriveDeadLetter = operator.operator.post(
  'redriveDeadLetter',
  '/api/operator/services/{service}/dead-letters/{id}/redrive',
  {
    sdk: 'operator.redrive',
    summary: 'Handle a dead letter again after its cause is fixed',
    description:
      'Only the consumer that refused the event handles it again. A job or an unpublished event returns to its stream.',
    params: z.object({
      service: StoringService.describe('The service’s name.'),
      id: letterId.describe('The record’s id.'),
    }),
    responses: ok('The outcome', RedriveOutcome),
    example: { params: { service: 'board', id: '{listDeadLetters.items.0.id}' } },
  },
)
