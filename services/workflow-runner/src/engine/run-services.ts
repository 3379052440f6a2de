import type { WorkflowCalls } from './park.ts'
import type { Match } from './pattern.ts'

/** The services that a run passes to its nodes unchanged. */
export interface RunServices {
  now(): number
  match: Match
  watermark(key: string): Promise<unknown>
  ledger: ImportLedger
  reads: SourceReads
  cursors: SyncCursors
  calls: WorkflowCalls
}

/**
 * A workflow's verdicts on the items of a source. The methods throw `NodeError` if the run has no
 * org.
 */
export interface ImportLedger {
  /**
   * Returns the verdicts by external id. Ids without a verdict are left out. The claim of a failed
   * run does not count.
   */
  verdicts(source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Records verdicts at once and returns the ids that had none. An earlier verdict stays. */
  record(source: string, verdicts: ReadonlyMap<string, string>): Promise<ReadonlySet<string>>
  /**
   * Claims ids and returns those that no other run has. A claim becomes `passed` when this run
   * completes, and void otherwise.
   */
  claim(source: string, externalIds: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Sync tokens of a workflow's calendars. A token is written only after the reads and writes that it
 * stands for.
 */
export interface SyncCursors {
  read(key: string): Promise<string | undefined>
  write(key: string, token: string): Promise<void>
  clear(key: string): Promise<void>
}

/**
 * What earlier runs of a workflow have read from a source. The methods throw `NodeError` if the run
 * has no org.
 */
export interface SourceReads {
  /** Returns the versions by external id. Ids that no completed run has read are left out. */
  known(key: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns items that a later node left. They are offered again regardless of the watermark. */
  waiting(key: string, most: number): Promise<WaitingItems>
}

/** Ids of waiting items in a source. */
export interface WaitingItems {
  due: readonly string[]
  /** Ids whose next attempt is not yet due. */
  later: readonly string[]
  /** Items that are no longer offered because a step refused them too often. */
  givenUp: { count: number; titles: readonly string[] }
}
