import type { EventDefinition, JobDefinition, RpcDefinition } from '../core/messages.ts'

export const messagingServices = [
  'identity',
  'assets',
  'board',
  'invoicing',
  'connect',
  'workflow',
  'mcp',
  'gateway',
] as const
export type MessagingService = (typeof messagingServices)[number]

/**
 * What one service may send and receive. A service serves an RPC if the subject begins with the
 * service's name.
 */
export interface Traffic {
  /** The first words of emitted events: `task` for `task.created`. */
  emits: readonly string[]
  /** Durable consumers by name, with their event. */
  consumes: Readonly<Record<string, EventDefinition>>
  calls: readonly RpcDefinition[]
  /** The service's queues. It fills them and works them off. */
  works: readonly JobDefinition[]
  /** The subjects for messages between this service's replicas. */
  broadcasts: readonly string[]
  /** Services this service checks for availability. */
  pings: readonly MessagingService[]
  /**
   * True if the service reads the progress of all stream consumers. With this permission it sees
   * every event.
   */
  readsConsumers: boolean
  /** True if each process follows all events with its own consumer. */
  followsEvents: boolean
}
