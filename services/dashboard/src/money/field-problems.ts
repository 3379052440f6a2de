import { AtriumError } from '@atrium/sdk'
import type { z } from 'zod'

/** Problems by the path of their field, such as `lineItems.0.quantity`. */
export type FieldProblems = Readonly<Record<string, string>>

/** The words for a problem by the form of its path, in place of those of the schema. */
export type ProblemWords = ReadonlyArray<readonly [path: RegExp, message: string]>

/** The problems of a body by the schema of its request, the first of each field. */
export function problemsOfBody(
  schema: z.ZodType,
  body: unknown,
  words: ProblemWords = [],
): FieldProblems {
  const problems: Record<string, string> = {}
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const path = issue.path.join('.')
    problems[path] ??= words.find(([form]) => form.test(path))?.[1] ?? issue.message
  }
  return problems
}

/** The problems that the platform names, the first of each field; empty where the request as a whole is refused. */
export function problemsOfError(error: unknown): FieldProblems {
  const problems: Record<string, string> = {}
  if (!(error instanceof AtriumError)) return problems
  for (const { path, message } of error.errors) problems[path.replace(/^body\./, '')] ??= message
  return problems
}

/** The properties of a field with its problem. */
export const fault = (
  problems: FieldProblems,
  path: string,
): { error: string } | Record<never, never> => {
  const error = problems[path]
  return error === undefined ? {} : { error }
}
