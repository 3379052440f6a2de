export { checkGraph, rulesOfDescriptors } from './check-graph.ts'
export { checkParams, isOpen } from './check-params.ts'
export { cronProblem, isTimeZone, nextFiring } from './cron.ts'
export {
  asText,
  ExpressionError,
  malformedExpressions,
  noText,
  parseTemplate,
  resolveReference,
  resolveTemplate,
  type Scope,
  type Template,
} from './expression.ts'
export {
  type DispatchTarget,
  destinationProblem,
  postDestinationProblem,
  readDestination,
} from './destinations.ts'
export { cyclesOf, type GraphIndex, indexGraph } from './graph-index.ts'
export { knownParams, tooManyValues } from './known-params.ts'
export { paramLimits, runExpirySeconds, runLimits } from './limits.ts'
export {
  aggregateProblems,
  eventTypeProblems,
  labelProblems,
  longestWait,
  mergeProblems,
  planProblems,
  scheduleProblems,
  waitProblems,
  waitUnits,
} from './node-checks.ts'
export { failureMessage, missingField, missingOrg, NodeError } from './node-error.ts'
export {
  type CheckBudget,
  type NodeRules,
  outputsOf,
  type ParamProblem,
  type RulesLookup,
} from './node-rules.ts'
export { isRecord, ownPath, ownProperty } from './own-property.ts'
export type { Pace } from './pace.ts'
export { compileParameters, type Parameters } from './parameters.ts'
export type { Reference } from './reference.ts'
export {
  type FindSkill,
  type ResolvedSkill,
  readSkillReference,
  resolveSkill,
  type SkillReference,
} from './skill-reference.ts'
export { type RunValues, readSubstitution, skillSubstitution, skillsIn } from './substitution.ts'
export { brokenStructure, type GraphProblem, validateGraph } from './validate-graph.ts'
