import { z } from 'zod'

/** An event type. A breaking change needs a new type that ends in `.v2`. */
export interface EventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Dotted and in the past tense: `task.created`. */
  type: string
  description: string
  schema: S
  /** True if `trigger.event` nodes may start from it. */
  domain: boolean
  /**
   * Who receives it on `GET /api/events`: all members of the organisation, or the member in
   * `ownerId`.
   */
  audience?: 'org' | 'owner'
  /** Payload fields left out by `GET /api/events`. */
  unstreamed?: readonly string[]
}

/**
 * An event as its consumer receives it. `id` is the outbox row's id and stays the same on every
 * redelivery.
 */
export interface EventEnvelope<T = unknown> {
  id: string
  type: string
  orgId: string | null
  occurredAt: string
  data: T
}

/** Declares a message with its schema. Prefer one of the functions below. */
export const defineEvent = <S extends z.ZodObject>(
  definition: EventDefinition<S>,
): Readonly<EventDefinition<S>> => Object.freeze(definition)

const declare =
  (kind: Pick<EventDefinition, 'domain' | 'audience' | 'unstreamed'>) =>
  <const S extends z.ZodRawShape>(type: string, description: string, payload: S) =>
    defineEvent({ type, description, schema: z.object(payload), ...kind })

/** Declares an event for starting workflows, with its payload fields. */
export const defineDomainEvent = declare({ domain: true })
/**
 * Declares an event about a post. Its text and account name go to workflows and webhooks, but not to
 * the pages of all members, because pages read the text from the post, and an account may be private.
 */
export const definePostEvent = declare({ domain: true, unstreamed: ['text', 'accountName'] })
/** Declares an event for starting workflows about one member's record. */
export const defineOwnDomainEvent = declare({ domain: true, audience: 'owner' })
/** Declares an event for use inside the platform. */
export const defineInternalEvent = declare({ domain: false })
/** Declares an event for all members' pages. It starts no workflow. */
export const defineLiveEvent = declare({ domain: false, audience: 'org' })
/** Declares an event for one member's pages. It starts no workflow. */
export const defineOwnLiveEvent = declare({ domain: false, audience: 'owner' })

const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  'schema' in value &&
  'domain' in value

/**
 * Returns a module's exported events, by type. For this package these are all the platform's
 * events.
 */
export const eventsIn = (exports: Readonly<Record<string, unknown>>): EventDefinition[] =>
  Object.values(exports)
    .filter(isEvent)
    .sort((a, b) => (a.type < b.type ? -1 : 1))

/**
 * Returns who receives an event on `GET /api/events`. Undefined if the event stays inside the
 * platform.
 */
export const findAudience = ({ domain, audience }: EventDefinition): 'org' | 'owner' | undefined =>
  audience ?? (domain ? 'org' : undefined)

export interface RpcDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The responding service and the endpoint: `identity.resolve-principals`. */
  subject: `${string}.${string}`
  description: string
  input: I
  output: O
  timeoutMs: number
}

/** Declares an RPC between services. The timeout is five seconds by default. */
export const defineRpc = <I extends z.ZodType, O extends z.ZodType>(
  definition: Omit<RpcDefinition<I, O>, 'timeoutMs'> & Partial<Pick<RpcDefinition, 'timeoutMs'>>,
): Readonly<RpcDefinition<I, O>> => Object.freeze({ timeoutMs: 5_000, ...definition })

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** The subject below `jobs.`, for example `workflow-run.high`. */
  subject: string
  schema: S
  /** Milliseconds without a sign from the worker until redelivery. */
  ackWaitMs: number
  /** Deliveries before the message is dead-lettered. 1 means no redelivery. */
  maxDeliver: number
}

/** Declares a job queue. The row in PostgreSQL is authoritative and the message only names it. */
export const defineJob = <S extends z.ZodType>(
  definition: JobDefinition<S>,
): Readonly<JobDefinition<S>> => Object.freeze(definition)
