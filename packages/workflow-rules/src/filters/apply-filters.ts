import { NodeError } from '../node-error.ts'
import type { FilterCall, Reference } from '../reference.ts'
import { argumentKinds, describeValue, type KindReader } from './argument-kinds.ts'
import { callProblem } from './check-filters.ts'
import { isPath } from './filter-call.ts'
import { type FilterRule, LongResultError, longestResult, type Place } from './filter-rule.ts'
import { filterRules } from './filter-rules.ts'
import { inputKinds } from './input-kinds.ts'
import { findSignature, isFilterName } from './signatures.ts'

/** What filters need besides the value. */
export interface FilterContext {
  place: Place
  /** Returns the value at an argument's path. */
  read(reference: Reference): unknown
  /** Counts the characters read and written by filters. Throws if there are too many. */
  count(characters: number): void
}

/**
 * Applies filters from left to right. `source` names the value in messages. Throws `NodeError` if a
 * value has the wrong kind.
 */
export function applyFilters(
  value: unknown,
  { source, filters }: { source: string; filters: readonly FilterCall[] },
  context: FilterContext,
): unknown {
  let result = value
  for (const call of filters) {
    const problem = callProblem(call)
    if (problem !== undefined) throw new NodeError(problem)
    const rule = isFilterName(call.name) ? filterRules[call.name] : undefined
    if (rule === undefined || (isNothing(result) && rule.takesNothing !== true)) continue
    result = applyFilter(result, { rule, call, source }, context)
  }
  return result
}

const isNothing = (value: unknown): boolean => value === undefined || value === null

function applyFilter(
  value: unknown,
  { rule, call, source }: { rule: FilterRule; call: FilterCall; source: string },
  { place, read, count }: FilterContext,
): unknown {
  count(readSize(value))
  const taken: KindReader<unknown> = inputKinds[rule.takes]
  const input = taken.read(value)
  if (input === undefined && rule.takes !== 'any')
    throw wrongKind(call, taken.words, `"${source}" is ${describeValue(value)}`)
  const args = call.args.map((argument, at) => {
    const { kind = 'any' } = findSignature(call.name)?.[at] ?? {}
    const given = isPath(argument) ? read(argument) : argument
    const found = argumentKinds[kind].read(given)
    if (found !== undefined || kind === 'any') return found
    const shown = isPath(argument)
      ? `"${argument.source}" is ${describeValue(given)}`
      : `got ${describeValue(given)}`
    throw wrongKind(call, argumentKinds[kind].words, shown)
  })
  const result = runFilter(() => rule.apply(input, args, place), { call, source })
  count(readSize(result))
  return result
}

function runFilter(
  run: () => unknown,
  { call, source }: { call: FilterCall; source: string },
): unknown {
  try {
    const result = run()
    if (typeof result === 'string' && isTooLong(result)) throw new LongResultError()
    if (typeof result !== 'number' || Number.isFinite(result)) return result
  } catch (error) {
    if (!(error instanceof LongResultError)) throw error
    const message = `The filter "${call.name}" would make more than 1 MB of text from "${source}"`
    throw new NodeError(message)
  }
  throw new NodeError(`The filter "${call.name}" makes "${source}" too large a number`)
}

const wrongKind = ({ name }: FilterCall, wanted: string, found: string): NodeError =>
  new NodeError(`The filter "${name}" needs ${wanted}, but ${found}`)

const readSize = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 1

const bytesPerUnit = 3
const isTooLong = (text: string): boolean =>
  text.length * bytesPerUnit > longestResult &&
  new TextEncoder().encode(text).length > longestResult
