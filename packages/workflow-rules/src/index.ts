export {
  checkGraph,
  type PaletteLookup,
  type PaletteRules,
  problemsOfParams,
  rulesOfDescriptors,
} from './check-graph.ts'
export { checkParams } from './check-params.ts'
export { type NodeChecks, nodeChecks } from './checks-of-types.ts'
export { cronProblem, isTimeZone, nextFiring } from './cron.ts'
export {
  type DispatchTarget,
  destinationProblem,
  postDestinationProblem,
  readDestination,
} from './destinations.ts'
export {
  asText,
  ExpressionError,
  malformedExpressions,
  noText,
  type ProducedText,
  parseTemplate,
  resolveReference,
  resolveTemplate,
  type Scope,
  type Template,
  textLimits,
} from './expression.ts'
export { cyclesOf, type GraphIndex, type IncomingEdge, indexGraph } from './graph-index.ts'
export { knownParams, tooManyValues } from './known-params.ts'
export { paramLimits, runExpirySeconds, runLimits } from './limits.ts'
export {
  aggregateProblems,
  eventTypeProblems,
  labelProblems,
  longestWait,
  mergeProblems,
  otherwise,
  outputProblems,
  planProblems,
  scheduleProblems,
  waitProblems,
  waitUnits,
} from './node-checks.ts'
export { failureMessage, missingField, missingOrg, NodeError } from './node-error.ts'
export {
  type CheckBudget,
  type NodeRules,
  type NodeShape,
  outputsOf,
  type ParamProblem,
  type RulesLookup,
  type ShapeLookup,
} from './node-rules.ts'
export { isRecord, ownPath, ownProperty } from './own-property.ts'
export type { Pace } from './pace.ts'
export { isOpen, paramProblems } from './param-problems.ts'
export { compileParameters, type Parameters } from './parameters.ts'
export { type Reference, readReference, skipBlanks } from './reference.ts'
export {
  type FindSkill,
  type ResolvedSkill,
  readSkillReference,
  resolveSkill,
  type SkillReference,
} from './skill-reference.ts'
export {
  type RunValues,
  readSubstitution,
  type Substituted,
  skillSubstitution,
  skillsIn,
} from './substitution.ts'
export { brokenStructure, type GraphProblem, structuralProblems, validateGraph } from './validate-graph.ts'
