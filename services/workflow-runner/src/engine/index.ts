export * from '@atrium/workflow-rules'
export { CancelledError } from './call-node.ts'
export { compileGroup } from './conditions.ts'
export { executeRun } from './execute-run.ts'
export { tooMuch } from './item-ledger.ts'
export type { LeftItem } from './left-item.ts'
export type {
  NodeContext,
  NodeDefinition,
  NodeLookup,
  NodeResult,
  RunError,
} from './node-definition.ts'
export type { NodeRecord } from './node-record.ts'
export { asMoment, asNumber, compareNumbers } from './numbers.ts'
export type { CallResult, WorkflowCalls } from './park.ts'
export {
  compilePattern,
  type Match,
  matchesPattern,
  maxPatternText,
  PatternError,
} from './pattern.ts'
export { type EarlierNode, resumeRun } from './resume-run.ts'
export type {
  NodeOutputs,
  ParkedRun,
  ReadOutcome,
  RunEffects,
  RunOutcome,
  RunPlan,
} from './run-effects.ts'
export type { ImportLedger, SourceReads, SyncCursors, WaitingItems } from './run-services.ts'
export { boundedCopy } from './sample.ts'
export { sampledOutputs } from './sampled-outputs.ts'
export { readSnapshot } from './snapshot.ts'
export type { Snapshot } from './snapshot-form.ts'
export { fold } from './text-folding.ts'
export { measureWeight } from './weigh.ts'
