import type { z } from 'zod'
import { malformedExpressions, parseTemplate, unclosedExpressions } from './expression.ts'
import { filterProblems } from './filters/check-filters.ts'
import { listProblem, type ParamProblem } from './node-rules.ts'
import { ownPath, readTexts } from './own-property.ts'
import { readSubstitution } from './substitution.ts'

const environment = /^\$\{env:[A-Z0-9_]+\}$/

/** Returns true if a parameter's value is only known at run time. */
export const isOpen = (value: unknown): boolean =>
  typeof value === 'string' &&
  (value.includes('{{') || environment.test(value) || readSubstitution(value) !== undefined)

/** Returns the problems in a zod error, except for values that are only known at run time. */
function openProblems(error: z.ZodError, params: unknown): ParamProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    if (isOpen(ownPath(params, path))) return []
    return listProblem(path.join('.'), issue.message)
  })
}

const wrongFilters = (text: string): string[] =>
  text.includes('{{') && text.includes('|')
    ? parseTemplate(text).parts.flatMap((part) =>
        typeof part === 'string' || part.filters === undefined ? [] : filterProblems(part.filters),
      )
    : []

function malformed(text: string, path: string): ParamProblem[] {
  const messages = [
    ...wrongFilters(text),
    ...malformedExpressions(text).map((inner) => `Not an expression: {{ ${inner} }}`),
    ...unclosedExpressions(text).map((inner) => `Close this expression with }}: {{ ${inner}`),
  ]
  return messages.flatMap((message) => listProblem(path, message))
}

/**
 * Returns the parameters' problems before a run, and the parsed value if the schema accepts them.
 */
export function paramProblems<S extends z.ZodType>(
  schema: S,
  params: unknown,
): { problems: ParamProblem[]; data: z.output<S> | undefined } {
  const problems = readTexts(params, malformed)
  const result = schema.safeParse(params)
  if (result.success) return { problems, data: result.data }
  return { problems: [...problems, ...openProblems(result.error, params)], data: undefined }
}
