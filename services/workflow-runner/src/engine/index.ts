export * from '@atrium/workflow-rules'
export { CancelledError } from './call-node.ts'
export { compileGroup } from './conditions/conditions.ts'
export { asMoment, asNumber, compareNumbers } from './conditions/numbers.ts'
export {
  compilePattern,
  type Match,
  matchesPattern,
  maxPatternText,
  PatternError,
} from './conditions/pattern.ts'
export { fold, foldPaced } from './conditions/text-folding.ts'
export { executeRun } from './execute-run.ts'
export type { LeftItem } from './left-item.ts'
export type {
  NodeContext,
  NodeDefinition,
  NodeLookup,
  NodeResult,
  RunError,
} from './node-definition.ts'
export type { NodeRecord } from './node-record.ts'
export type {
  NodeOutputs,
  ParkedRun,
  ReadOutcome,
  RunEffects,
  RunOutcome,
  RunPlan,
} from './run-effects.ts'
export type { ImportLedger, SourceReads, SyncCursors, WaitingItems } from './run-services.ts'
export { boundedCopy, takeSample } from './samples/sample.ts'
export { sampledOutputs } from './samples/sampled-outputs.ts'
export { tooMuch } from './state/item-ledger.ts'
export type { CallResult, WorkflowCalls } from './state/park.ts'
export { type EarlierNode, resumeRun } from './state/resume-run.ts'
export { readSnapshot } from './state/snapshot.ts'
export type { Snapshot } from './state/snapshot-form.ts'
export { measureWeight } from './state/weigh.ts'
