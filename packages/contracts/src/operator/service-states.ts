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
  subsystem: z.string(),
  feature: z.string().describe('What is unavailable'),
  missing: z.array(z.string()).describe('The variables that are not set; never a value'),
})
export type DormantIntegration = z.infer<typeof DormantIntegration>

const ServiceFacts = z.object({
  dormant: z.array(DormantIntegration),
  outbox: z.object({
    depth: z.number().int().describe('Events and jobs that wait for the relay'),
    oldestSeconds: z.number(),
  }),
  deadLetters: z.number().int(),
})

export const DeadLetter = z
  .object({
    id: z.string(),
    at: Timestamp,
    consumer: z.string(),
    subject: z.string(),
    deliveries: z.number().int(),
    reason: z.string(),
  })
  .meta({
    id: 'DeadLetter',
    description: 'A message that no redelivery can help; without its content',
  })
export type DeadLetter = z.infer<typeof DeadLetter>

const DeadLetters = z.object({ items: z.array(DeadLetter), hasMore: z.boolean() })

export const RedriveOutcome = named('RedriveOutcome', {
  outcome: z
    .enum(['handled', 'sent', 'kept'])
    .describe('`kept`: it has failed again, for the reason'),
  reason: z.string().nullable(),
})
export type RedriveOutcome = z.infer<typeof RedriveOutcome>

const letterId = z.string().regex(/^\d{1,18}$/)
const page = {
  before: letterId.optional().describe('The id of the last one of the former page'),
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
  service: z.string(),
  up: z.boolean().describe('Whether it answers within two seconds'),
  dormant: z.array(DormantIntegration),
  outbox: ServiceFacts.shape.outbox
    .nullable()
    .describe('Null for a service that does not answer or has no data'),
  deadLetters: z.number().int().nullable(),
})
export type ServiceState = z.infer<typeof ServiceState>

export const listServiceStates = operator.operator.get(
  'listServiceStates',
  '/api/operator/services',
  {
    sdk: 'operator.services',
    summary: 'Each service with its dormant integrations, its outbox and its dead letters',
    responses: listed('The services of the deployment', ServiceState),
  },
)

export const listDeadLetters = operator.operator.get(
  'listDeadLetters',
  '/api/operator/services/{service}/dead-letters',
  {
    sdk: 'operator.deadLetters',
    summary: 'Dead letters of a service, newest first',
    description: 'Without their content, which may be data of organisations.',
    params: z.object({ service: StoringService }),
    query: z.object(page),
    responses: ok('A page', DeadLetters),
  },
)

export const redriveDeadLetter = operator.operator.post(
  'redriveDeadLetter',
  '/api/operator/services/{service}/dead-letters/{id}/redrive',
  {
    sdk: 'operator.redrive',
    summary: 'Handle a dead letter again, once its cause is removed',
    description:
      'The consumer that refused an event handles it again, no other one; a job or an unpublished event goes to its stream again.',
    params: z.object({ service: StoringService, id: letterId }),
    responses: ok('What became of it', RedriveOutcome),
  },
)
