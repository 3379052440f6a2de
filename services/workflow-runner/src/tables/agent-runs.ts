import type { Agent } from '@atrium/contracts'
import type { Created, Json } from '@atrium/database'
import type { ColumnType, Generated } from 'kysely'

export interface OwnOfAgentRun {
  org_id: string
  owner_id: string
  agent: Json<Agent, null, undefined>
  /** The lease's SHA-256, hexadecimal, or null without a lease. */
  lease_hash: string | null
  cancel_requested: Generated<boolean>
  cancel_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  attempt: Generated<number>
  /** The entry count of this attempt's transcript, and its JSON bytes. */
  transcript_next: Generated<number>
  transcript_size: ColumnType<string, number | undefined, number>
  earlier_size: ColumnType<string, number | undefined, number>
  /**
   * The last attempt whose transcript has reached its final storage: the database, or a file if it
   * is large.
   */
  settled_attempt: Generated<number>
  /** The waiting run and node, and the position of the item there. */
  workflow_run_id: string | null
  workflow_node_id: string | null
  workflow_place: number | null
  queued_at: Created
}

export interface AgentTranscripts {
  run_id: string
  attempt: number
  first: number
  entries: number
  org_id: string
  size: number
  /** JSON: an array of entries. */
  body: string
}

/** An independently readable part of a transcript file. */
export interface TranscriptChunk {
  first: number
  entries: number
  /** The byte offset and byte length. */
  at: number
  bytes: number
}

export interface AgentTranscriptFiles {
  /** The key in the `transcripts` area of the store. */
  key: string
  run_id: string
  attempt: number
  org_id: string
  /**
   * `writing` until the entries are deleted from the database, `doomed` before the file is deleted.
   */
  state: 'writing' | 'kept' | 'doomed'
  chunks: Json<TranscriptChunk[], never, undefined>
  created_at: Created
  deleted_at: ColumnType<Date | null, undefined, Date>
}
