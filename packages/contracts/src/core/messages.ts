import type { z } from 'zod'

/** Something that happened. A breaking change is a new type that ends in `.v2`. */
export interface EventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Dotted, past tense: `task.created`. */
  type: string
  description: string
  schema: S
  /** Whether `trigger.event` nodes may start from it. */
  domain: boolean
}

/** What a consumer is given. `id` is the outbox row's id and the same on every redelivery. */
export interface EventEnvelope<T = unknown> {
  id: string
  type: string
  orgId: string | null
  occurredAt: string
  data: T
}

/** Declares an event. */
export const defineEvent = <S extends z.ZodObject>(
  definition: EventDefinition<S>,
): Readonly<EventDefinition<S>> => Object.freeze(definition)

export interface RpcDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The service that answers and the endpoint: `identity.resolve-principals`. */
  subject: `${string}.${string}`
  description: string
  input: I
  output: O
  timeoutMs: number
}

/** Declares a request that one service answers for another. */
export const defineRpc = <I extends z.ZodType, O extends z.ZodType>(
  definition: RpcDefinition<I, O>,
): Readonly<RpcDefinition<I, O>> => Object.freeze(definition)

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** Subject below `jobs.`: `workflow-run.high`. */
  subject: string
  schema: S
  /** How long a worker may be silent about a message before the queue thinks it dead. */
  ackWaitMs: number
  /** Deliveries before the message is set aside; 1 means never again. */
  maxDeliver: number
}

/** Declares a job queue. The row in PostgreSQL is the truth; the message says "look at this row". */
export const defineJob = <S extends z.ZodType>(definition: JobDefinition<S>): Readonly<JobDefinition<S>> =>
  Object.freeze(definition)
