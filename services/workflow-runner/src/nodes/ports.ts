import type {
  AppendTimeline,
  ClaimPost,
  GenerateInvoices,
  GetCards,
  PublishComment,
  PublishPost,
  ReleasePost,
  RoleOf,
  RpcDefinition,
  SearchCards,
  SettlePost,
  UpdateCard,
} from '@atrium/contracts'
import type { z } from 'zod'

type Port<R extends RpcDefinition> = (input: z.input<R['input']>) => Promise<z.output<R['output']>>
/** The same for an idempotent call, retried while the service is unavailable, until the signal aborts. */
type RetriedPort<R extends RpcDefinition, Needed = unknown> = (
  input: z.input<R['input']> & Needed,
  signal: AbortSignal,
) => Promise<z.output<R['output']>>

/** The board for nodes; its writes need a key. */
export interface BoardPort {
  searchCards: RetriedPort<typeof SearchCards>
  getCards: RetriedPort<typeof GetCards>
  updateCard: RetriedPort<typeof UpdateCard, { key: string }>
  appendTimeline: RetriedPort<typeof AppendTimeline, { key: string }>
}

/** Claims at the board, and the network behind connect. */
export interface PublishingPort {
  /** The claim's token is the caller's. */
  claimPost: RetriedPort<typeof ClaimPost, { token: string }>
  settlePost: Port<typeof SettlePost>
  releasePost: Port<typeof ReleasePost>
  publish: Port<typeof PublishPost>
  /** The timeout of `publish` in milliseconds. */
  answerMs: number
  comment: Port<typeof PublishComment>
  /** Resolves after the time, or when the signal aborts. */
  pause(millis: number, signal: AbortSignal): Promise<void>
}

/** Everything that nodes may reach. A port is null until its service answers. */
export interface NodePorts {
  board: BoardPort | null
  generateInvoices: RetriedPort<typeof GenerateInvoices> | null
  /** The present role of a person in an org. */
  roleOf: RetriedPort<typeof RoleOf>
  /** Null also while no network is configured for publishing. */
  publishing: PublishingPort | null
}
