import { holdsAtMost } from '@atrium/contracts'
import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import { type CheckBudget, listProblem, type NodeRules, type ParamProblem } from './node-rules.ts'
import { paramProblems } from './param-problems.ts'
import { hasTooManyExpressions, tooManyExpressions } from './parameters.ts'

/** The instruction limit for all patterns in a graph together. */
export const patternBudget = 20_000

/** Returns the error for parameters that exceed their limit. */
export const tooManyValues = (): NodeError =>
  new NodeError(`The settings of this step hold more than ${paramLimits.values} values`)

/** Returns the parameters in a node's schema. Other parameters are not resolved. */
export function knownParams(
  { params }: Pick<NodeRules, 'params'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (params.def.catchall !== undefined) return given
  return Object.fromEntries(
    Object.keys(params.shape).flatMap((key) =>
      Object.hasOwn(given, key) ? [[key, given[key]]] : [],
    ),
  )
}

/** Returns why a run would fail before it calls a node with these parameters, or undefined. */
function findExcess(params: Readonly<Record<string, unknown>>): string | undefined {
  if (!holdsAtMost(params, paramLimits.values)) return tooManyValues().message
  return hasTooManyExpressions(params) ? tooManyExpressions().message : undefined
}

/** Returns every parameter problem that can be found before a run. */
export async function checkParams(
  definition: NodeRules,
  given: Readonly<Record<string, unknown>>,
  budget: CheckBudget,
): Promise<ParamProblem[]> {
  const params = knownParams(definition, given)
  const excess = findExcess(params)
  if (excess !== undefined) return listProblem('', excess)
  const { problems, data } = paramProblems(definition.params, params)
  return data === undefined
    ? problems
    : [...problems, ...((await definition.check?.(data, budget)) ?? [])]
}
