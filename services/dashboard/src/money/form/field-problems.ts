import { AtriumError } from '@atrium/sdk'
import type { z } from 'zod'

/** Problems by field path, for example `lineItems.0.quantity`. */
export type FieldProblems = Readonly<Record<string, string>>

/** Messages for matching field paths. They replace the schema's messages. */
export type ProblemWords = ReadonlyArray<readonly [path: RegExp, message: string]>

/** Checks a body against its request schema. Returns the first problem of each field. */
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

/**
 * Returns the first reported problem of each field. Empty if the platform refuses the request as a
 * whole.
 */
export function problemsOfError(error: unknown): FieldProblems {
  const problems: Record<string, string> = {}
  if (!(error instanceof AtriumError)) return problems
  for (const { path, message } of error.errors) problems[path.replace(/^body\./, '')] ??= message
  return problems
}

/** Returns a field's properties, including its problem. */
export const fault = (
  problems: FieldProblems,
  path: string,
): { error: string } | Record<never, never> => {
  const error = problems[path]
  return error === undefined ? {} : { error }
}
