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
/** The same, asked again while nobody answers, until the signal is aborted: it may be asked twice. */
type PatientPort<R extends RpcDefinition, Needed = unknown> = (
  input: z.input<R['input']> & Needed,
  signal: AbortSignal,
) => Promise<z.output<R['output']>>

/** What the board offers to nodes; its writes need a key. */
export interface BoardPort {
  searchCards: PatientPort<typeof SearchCards>
  getCards: PatientPort<typeof GetCards>
  updateCard: PatientPort<typeof UpdateCard, { key: string }>
  appendTimeline: PatientPort<typeof AppendTimeline, { key: string }>
}

/** Claims at the board, and the network behind connect. */
export interface PublishingPort {
  /** The claim's token is the caller's. */
  claimPost: PatientPort<typeof ClaimPost, { token: string }>
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
  generateInvoices: PatientPort<typeof GenerateInvoices> | null
  /** The role of a person in an org at this moment. */
  roleOf: PatientPort<typeof RoleOf>
  /** Null also while no network is configured for publishing. */
  publishing: PublishingPort | null
}
