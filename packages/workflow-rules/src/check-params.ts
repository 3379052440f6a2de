import { holdsAtMost } from '@atrium/contracts'
import { knownParams, tooManyValues } from './known-params.ts'
import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import type { CheckBudget, NodeRules, ParamProblem } from './node-rules.ts'
import { paramProblems } from './param-problems.ts'
import { compileParameters } from './parameters.ts'

/** The most instructions of all patterns of a graph. */
export const patternBudget = 20_000

/** The reason for which a run would fail before it calls a node with these parameters. */
export function excessOf(params: Readonly<Record<string, unknown>>): ParamProblem | undefined {
  const because = (message: string): ParamProblem => ({ code: 'invalid_params', path: '', message })
  if (!holdsAtMost(params, paramLimits.values)) return because(tooManyValues().message)
  try {
    compileParameters(params)
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return because(error.message)
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
  const excess = excessOf(params)
  if (excess !== undefined) return [excess]
  const { problems, data } = paramProblems(definition.params, params)
  return data === undefined ? problems : [...problems, ...((await definition.check?.(data, budget)) ?? [])]
}
