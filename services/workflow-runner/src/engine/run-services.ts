import type { WorkflowCalls } from './park.ts'
import type { Match } from './pattern.ts'

/** The services of a run that its nodes use as they are. */
export interface RunServices {
  now(): number
  match: Match
  watermark(key: string): Promise<unknown>
  ledger: ImportLedger
  reads: SourceReads
  cursors: SyncCursors
  calls: WorkflowCalls
}

/** Verdicts of a workflow on the items of a source. Throws `NodeError` in a run without an org. */
export interface ImportLedger {
  /** The verdicts by external id; an id without one is missing. A claim of a run that failed is none. */
  verdicts(source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Records verdicts at once. An earlier verdict stays. Returns the ids that had none. */
  record(source: string, verdicts: ReadonlyMap<string, string>): Promise<ReadonlySet<string>>
  /** Claims ids, `passed` once this run completes and void otherwise; returns those that no other run has. */
  claim(source: string, externalIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Sync tokens of a workflow's calendars, each written after the reads and writes that it stands for. */
export interface SyncCursors {
  read(key: string): Promise<string | undefined>
  write(key: string, token: string): Promise<void>
  clear(key: string): Promise<void>
}

/** What earlier runs of a workflow have read from a source. Throws `NodeError` in a run without an org. */
export interface SourceReads {
  /** The versions by external id; an id that no completed run has read is missing. */
  known(key: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The items that a later node left, and that are to be offered again whatever the watermark says. */
  waiting(key: string, most: number): Promise<WaitingItems>
}

/** Items of a source by their ids. */
export interface WaitingItems {
  /** Those to offer now. */
  due: readonly string[]
  /** Those whose next attempt comes later. */
  later: readonly string[]
  /** Those that no run offers, because a step refused them too often. */
  givenUp: { count: number; titles: readonly string[] }
}
