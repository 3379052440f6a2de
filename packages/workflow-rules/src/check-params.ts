import { holdsAtMost } from '@atrium/contracts'
import type { z } from 'zod'
import { malformedExpressions } from './expression.ts'
import { knownParams, tooManyValues } from './known-params.ts'
import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import type { CheckBudget, NodeRules, ParamProblem } from './node-rules.ts'
import { isRecord, ownPath } from './own-property.ts'
import { compileParameters } from './parameters.ts'
import { readSubstitution } from './substitution.ts'

/** The most instructions of all patterns of a graph. */
export const patternBudget = 20_000

const longestPath = 200
const shownPath = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath).toWellFormed()}…`

const environment = /^\$\{env:[A-Z0-9_]+\}$/

/** Whether a parameter's value is known at run time only. */
export const isOpen = (value: unknown): boolean =>
  typeof value === 'string' &&
  (value.includes('{{') || environment.test(value) || readSubstitution(value) !== undefined)

/** The problems of a zod result, without values that are known at run time only. */
function openProblems(error: z.ZodError, params: unknown): ParamProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    if (isOpen(ownPath(params, path))) return []
    return [{ code: 'invalid_params' as const, path: path.join('.'), message: issue.message }]
  })
}

function malformed(value: unknown, path: string): ParamProblem[] {
  if (typeof value === 'string') {
    return malformedExpressions(value).map((inner) => ({
      code: 'invalid_params',
      path,
      message: `Not an expression: {{ ${inner} }}`,
    }))
  }
  if (!isRecord(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    malformed(member, shownPath(path === '' ? key : `${path}.${key}`)),
  )
}

// The reason for which a run would fail before it calls the node.
function excess(params: Readonly<Record<string, unknown>>): string | undefined {
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
  const tooMuch = excess(params)
  if (tooMuch !== undefined) return [{ code: 'invalid_params', path: '', message: tooMuch }]
  const problems = malformed(params, '')
  const result = definition.params.safeParse(params)
  if (!result.success) return [...problems, ...openProblems(result.error, params)]
  return [...problems, ...((await definition.check?.(result.data, budget)) ?? [])]
}
