import type {
  AppendTimeline,
  ClaimPost,
  GenerateInvoices,
  GetCards,
  PublishComment,
  PublishPost,
  ReleasePost,
  RpcDefinition,
  SearchCards,
  SettlePost,
  UpdateCard,
} from '@atrium/contracts'
import type { z } from 'zod'

type Port<R extends RpcDefinition> = (input: z.input<R['input']>) => Promise<z.output<R['output']>>

/** What the board offers to nodes. */
export interface BoardPort {
  searchCards: Port<typeof SearchCards>
  getCards: Port<typeof GetCards>
  updateCard: Port<typeof UpdateCard>
  appendTimeline: Port<typeof AppendTimeline>
}

/** Claims at the board, and the network behind connect. */
export interface PublishingPort {
  claimPost: Port<typeof ClaimPost>
  settlePost: Port<typeof SettlePost>
  releasePost: Port<typeof ReleasePost>
  publish: Port<typeof PublishPost>
  /** How long an answer of `publish` is waited for, in milliseconds. */
  answerMs: number
  comment: Port<typeof PublishComment>
  /** Waits; returns at once when the signal aborts. */
  pause(millis: number, signal: AbortSignal): Promise<void>
}

/** Everything that nodes may reach. A port is null while nobody answers behind it. */
export interface NodePorts {
  board: BoardPort | null
  generateInvoices: Port<typeof GenerateInvoices> | null
  /** Null also while no network is configured for publishing. */
  publishing: PublishingPort | null
}
