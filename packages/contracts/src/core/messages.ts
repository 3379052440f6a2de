import { z } from 'zod'

/** A type of event. A breaking change is a new type that ends in `.v2`. */
export interface EventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Dotted, past tense: `task.created`. */
  type: string
  description: string
  schema: S
  /** Whether `trigger.event` nodes may start from it. */
  domain: boolean
  /** Its recipients on `GET /api/events`: the org's members, or the member that `ownerId` names. */
  audience?: 'org' | 'owner'
}

/** An event at its consumer. `id` is the outbox row's id, the same on every redelivery. */
export interface EventEnvelope<T = unknown> {
  id: string
  type: string
  orgId: string | null
  occurredAt: string
  data: T
}

export const defineEvent = <S extends z.ZodObject>(
  definition: EventDefinition<S>,
): Readonly<EventDefinition<S>> => Object.freeze(definition)

const declare =
  (kind: Pick<EventDefinition, 'domain' | 'audience'>) =>
  <const S extends z.ZodRawShape>(type: string, description: string, payload: S) =>
    defineEvent({ type, description, schema: z.object(payload), ...kind })

/** Declares an event that workflows may start from, with the fields of its payload. */
export const defineDomainEvent = declare({ domain: true })
/** The same about a record of one member. */
export const defineOwnDomainEvent = declare({ domain: true, audience: 'owner' })
/** Declares an event that stays inside the platform. */
export const defineInternalEvent = declare({ domain: false })
/** Declares an event for the pages of the org's members, from which no workflow starts. */
export const defineLiveEvent = declare({ domain: false, audience: 'org' })
/** The same about a record of one member. */
export const defineOwnLiveEvent = declare({ domain: false, audience: 'owner' })

const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'schema' in value && 'domain' in value

/** The events among the exports of a module, by type; those of this package are all of the platform's. */
export const eventsIn = (exports: Readonly<Record<string, unknown>>): EventDefinition[] =>
  Object.values(exports)
    .filter(isEvent)
    .sort((a, b) => (a.type < b.type ? -1 : 1))

/** The recipients of an event on `GET /api/events`; undefined for one that stays inside the platform. */
export const audienceOf = ({ domain, audience }: EventDefinition): 'org' | 'owner' | undefined =>
  audience ?? (domain ? 'org' : undefined)

export interface RpcDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The service that answers and the endpoint: `identity.resolve-principals`. */
  subject: `${string}.${string}`
  description: string
  input: I
  output: O
  timeoutMs: number
}

/** Declares a call of one service by others; its time limit is five seconds where none is given. */
export const defineRpc = <I extends z.ZodType, O extends z.ZodType>(
  definition: Omit<RpcDefinition<I, O>, 'timeoutMs'> & Partial<Pick<RpcDefinition, 'timeoutMs'>>,
): Readonly<RpcDefinition<I, O>> => Object.freeze({ timeoutMs: 5_000, ...definition })

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** Subject below `jobs.`: `workflow-run.high`. */
  subject: string
  schema: S
  /** Milliseconds without a sign of a message's worker until a redelivery. */
  ackWaitMs: number
  /** Deliveries before the message is dead-lettered; 1 means no redelivery. */
  maxDeliver: number
}

/** Declares a job queue. The row in PostgreSQL is the truth; the message only names it. */
export const defineJob = <S extends z.ZodType>(definition: JobDefinition<S>): Readonly<JobDefinition<S>> =>
  Object.freeze(definition)
