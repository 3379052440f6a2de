import type { z } from 'zod'
import { malformedExpressions, unclosedExpressions } from './expression.ts'
import type { ParamProblem } from './node-rules.ts'
import { isRecord, ownPath, shownPath } from './own-property.ts'
import { readSubstitution } from './substitution.ts'

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
    const messages = [
      ...malformedExpressions(value).map((inner) => `Not an expression: {{ ${inner} }}`),
      ...unclosedExpressions(value).map((inner) => `Close this expression with }}: {{ ${inner}`),
    ]
    return messages.map((message) => ({ code: 'invalid_params', path, message }))
  }
  if (!isRecord(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    malformed(member, shownPath(path === '' ? key : `${path}.${key}`)),
  )
}

/** The problems of parameters under a schema before a run, and their parsed value where the schema takes them. */
export function paramProblems<S extends z.ZodType>(
  schema: S,
  params: unknown,
): { problems: ParamProblem[]; data: z.output<S> | undefined } {
  const problems = malformed(params, '')
  const result = schema.safeParse(params)
  if (result.success) return { problems, data: result.data }
  return { problems: [...problems, ...openProblems(result.error, params)], data: undefined }
}
