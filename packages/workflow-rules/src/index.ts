export { checkGraph, type PaletteLookup, rulesOfDescriptors } from './check-graph.ts'
export { checkParams, knownParams, tooManyValues } from './check-params.ts'
export * from './cron.ts'
export {
  type DispatchTarget,
  destinationProblem,
  postDestinationProblem,
  readDestination,
} from './destinations.ts'
export * from './expression.ts'
export { type FilterEntry, filterList } from './filters/filter-list.ts'
export type { Place } from './filters/filter-rule.ts'
export type { InputKind } from './filters/input-kinds.ts'
export { type Moment, readMoment } from './filters/moment.ts'
export type { ArgumentRule } from './filters/signatures.ts'
export * from './graph-index.ts'
export * from './json-template.ts'
export * from './limits.ts'
export {
  type NameField,
  nameByPath,
  pathWords,
  readableMessage,
  readableRunError,
} from './message-words.ts'
export { listUses } from './named-nodes.ts'
export * from './node-checks.ts'
export * from './node-error.ts'
export { nodePhrases } from './node-phrases.ts'
export * from './node-rules.ts'
export * from './own-property.ts'
export * from './param-problems.ts'
export * from './parameters.ts'
export * from './reference.ts'
export * from './rename-references.ts'
export { describeWorkflow } from './sentence.ts'
export {
  describeProblem,
  fillIn,
  isLabelled,
  spacedWords,
  toWords,
} from './setting-words.ts'
export * from './skill-reference.ts'
export * from './substitution.ts'
export { type NodeChecks, nodeChecks } from './type-checks.ts'
export * from './validate-graph.ts'
