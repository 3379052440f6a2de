import type { z } from 'zod'
import { malformedExpressions, unclosedExpressions } from './expression.ts'
import { listProblem, type ParamProblem } from './node-rules.ts'
import { ownPath, readTexts } from './own-property.ts'
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
    return listProblem(path.join('.'), issue.message)
  })
}

function malformed(text: string, path: string): ParamProblem[] {
  const messages = [
    ...malformedExpressions(text).map((inner) => `Not an expression: {{ ${inner} }}`),
    ...unclosedExpressions(text).map((inner) => `Close this expression with }}: {{ ${inner}`),
  ]
  return messages.flatMap((message) => listProblem(path, message))
}

/** The problems of parameters under a schema before a run, and their parsed value where the schema takes them. */
export function paramProblems<S extends z.ZodType>(
  schema: S,
  params: unknown,
): { problems: ParamProblem[]; data: z.output<S> | undefined } {
  const problems = readTexts(params, malformed)
  const result = schema.safeParse(params)
  if (result.success) return { problems, data: result.data }
  return { problems: [...problems, ...openProblems(result.error, params)], data: undefined }
}
