export { CancelledError } from './call-node.ts'
export { isOpen } from './check-params.ts'
export { compileGroup } from './conditions.ts'
export { cronProblem, isTimeZone, nextFiring } from './cron.ts'
export { executeRun } from './execute-run.ts'
export { asText, parseTemplate, resolveReference, type Scope } from './expression.ts'
export { tooMuch } from './item-ledger.ts'
export { runExpirySeconds, runLimits } from './limits.ts'
export type {
  CheckBudget,
  NodeContext,
  NodeDefinition,
  NodeLookup,
  NodeResult,
  ParamProblem,
  RunError,
} from './node-definition.ts'
export { missingField, missingOrg, NodeError } from './node-error.ts'
export type { NodeRecord } from './node-record.ts'
export { asMoment, asNumber, compareNumbers } from './numbers.ts'
export { isRecord, ownPath, ownProperty } from './own-property.ts'
export type { Pace } from './pace.ts'
export type { CallResult, WorkflowCalls } from './park.ts'
export { compilePattern, type Match, matchesPattern, maxPatternText, PatternError } from './pattern.ts'
export type { NodeOutputs, ParkedRun, RunEffects, RunOutcome, RunPlan } from './run-effects.ts'
export type { ImportLedger, SyncCursors } from './run-services.ts'
export { boundedCopy } from './sample.ts'
export { sampledOutputs } from './sampled-outputs.ts'
export {
  type FindSkill,
  type ResolvedSkill,
  readSkillReference,
  type SkillReference,
} from './skill-reference.ts'
export { readSnapshot } from './snapshot.ts'
export { type RunValues, skillSubstitution, skillsIn } from './substitution.ts'
export { fold } from './text-folding.ts'
export { brokenStructure, type GraphProblem, validateGraph } from './validate-graph.ts'
export { weightOf } from './weigh.ts'
