import type { Match } from './conditions/pattern.ts'
import type { WorkflowCalls } from './state/park.ts'

export interface RunServices {
  now(): number
  match: Match
  watermark(key: string): Promise<unknown>
  ledger: ImportLedger
  reads: SourceReads
  cursors: SyncCursors
  calls: WorkflowCalls
}

/** A workflow's verdicts on source items. The methods throw `NodeError` if the run has no org. */
export interface ImportLedger {
  /**
   * Returns the verdicts by external id. Ids without a verdict are left out. A failed run's claim
   * does not count.
   */
  verdicts(source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Records verdicts at once and returns the newly recorded ids. An earlier verdict stays. */
  record(source: string, verdicts: ReadonlyMap<string, string>): Promise<ReadonlySet<string>>
  /**
   * Claims ids and returns those without a claim by another run. A claim becomes `passed` when this
   * run completes, and void otherwise.
   */
  claim(source: string, externalIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Sync tokens for a workflow's calendars. A token is written only after its reads and writes. */
export interface SyncCursors {
  read(key: string): Promise<string | undefined>
  write(key: string, token: string): Promise<void>
  clear(key: string): Promise<void>
}

/**
 * What the workflow's earlier runs have read from a source. The methods throw `NodeError` if the
 * run has no org.
 */
export interface SourceReads {
  /** Returns the versions by external id. Ids without a completed read are left out. */
  known(key: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns the items left by later nodes. They are offered again regardless of the watermark. */
  waiting(key: string, most: number): Promise<WaitingItems>
}

export interface WaitingItems {
  due: readonly string[]
  /** Ids of often refused items whose turn comes in a later run. */
  later: readonly string[]
  refusedOften: { count: number; titles: readonly string[] }
}
