import type { z } from 'zod'
import { malformedExpressions } from './expression.ts'
import type { CheckRoom, NodeDefinition, ParamProblem } from './node-definition.ts'
import { isRecord, ownPath } from './own-property.ts'

/** Compiling so many instructions takes about half a second. */
export const patternRoom = 100_000

const environment = /^\$\{env:[A-Z0-9_]+\}$/

// What the value will be is known at run time only.
const isOpen = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('{{') || environment.test(value))

/** The problems of a zod result that neither an expression nor the environment can still put right. */
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
    malformed(member, path === '' ? key : `${path}.${key}`),
  )
}

/** Every problem of a node's parameters, as far as they can be judged before a run. */
export function checkParams<P>(
  definition: NodeDefinition<P>,
  params: unknown,
  room: CheckRoom = { patterns: patternRoom },
): ParamProblem[] {
  const problems = malformed(params, '')
  const result = definition.params.safeParse(params)
  if (!result.success) return [...problems, ...openProblems(result.error, params)]
  return [...problems, ...(definition.check?.(result.data, room) ?? [])]
}
