import type { FilterCall } from '../reference.ts'
import { argumentKinds, describeValue } from './argument-kinds.ts'
import { isPath } from './filter-call.ts'
import { findSignature } from './signatures.ts'

/** Returns why a filter cannot be called: an unknown name, or wrong arguments. */
export function callProblem({ name, args }: FilterCall): string | undefined {
  const rules = findSignature(name)
  if (rules === undefined) return `There is no filter "${name}"`
  const least = rules.filter(({ optional }) => optional !== true).length
  const most = rules.length
  if (args.length >= least && args.length <= most) return undefined
  const wanted = least === most ? countArguments(least) : `${least} or ${countArguments(most)}`
  return `The filter "${name}" takes ${wanted}, not ${args.length}`
}

const countArguments = (count: number): string =>
  count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`

/** Returns every filter problem that can be found before a run. */
export function filterProblems(filters: readonly FilterCall[]): string[] {
  return filters.flatMap((call) => {
    const problem = callProblem(call)
    return problem === undefined ? literalProblems(call) : [problem]
  })
}

const literalProblems = (call: FilterCall): string[] =>
  call.args.flatMap((argument, at) => {
    if (isPath(argument)) return []
    const { kind = 'any' } = findSignature(call.name)?.[at] ?? {}
    if (argumentKinds[kind].read(argument) !== undefined) return []
    const message = `needs ${argumentKinds[kind].words}, but got ${describeValue(argument)}`
    return [`The filter "${call.name}" ${message}`]
  })
