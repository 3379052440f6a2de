import { holdsAtMost } from '@atrium/contracts'
import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import { type CheckBudget, listProblem, type NodeRules, type ParamProblem } from './node-rules.ts'
import { paramProblems } from './param-problems.ts'
import { compileParameters } from './parameters.ts'

/** The most instructions of all patterns of a graph. */
export const patternBudget = 20_000

/** The failure of parameters beyond their limit. */
export const tooManyValues = (): NodeError =>
  new NodeError(`The parameters hold more than ${paramLimits.values} values`)

/** The parameters that a node's schema knows; others are not resolved. */
export function knownParams(
  { params }: Pick<NodeRules, 'params'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (params.def.catchall !== undefined) return given
  return Object.fromEntries(
    Object.keys(params.shape).flatMap((key) => (Object.hasOwn(given, key) ? [[key, given[key]]] : [])),
  )
}

/** The reason for which a run would fail before it calls a node with these parameters. */
function findExcess(params: Readonly<Record<string, unknown>>): string | undefined {
  if (!holdsAtMost(params, paramLimits.values)) return tooManyValues().message
  try {
    compileParameters(params)
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}

/** Every problem of a node's parameters that is known before a run. */
export async function checkParams(
  definition: NodeRules,
  given: Readonly<Record<string, unknown>>,
  budget: CheckBudget,
): Promise<ParamProblem[]> {
  const params = knownParams(definition, given)
  const excess = findExcess(params)
  if (excess !== undefined) return listProblem('', excess)
  const { problems, data } = paramProblems(definition.params, params)
  return data === undefined ? problems : [...problems, ...((await definition.check?.(data, budget)) ?? [])]
}
