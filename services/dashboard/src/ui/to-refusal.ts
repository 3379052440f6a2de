import { AtriumError } from '@atrium/sdk'
import { toDetail } from './problem.tsx'

/** The reason of a refused field: what the platform states about it, else about the request. */
export const toRefusal = (error: unknown): string =>
  (error instanceof AtriumError ? error.errors[0]?.message : undefined) ?? toDetail(error)

/** The problems of a form's fields by name, from the last part of each path; empty where the request is at fault. */
export function fieldProblems<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  if (!(error instanceof AtriumError)) return problems
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => path.split('.').includes(name))
    if (field !== undefined) problems[field] ??= message
  }
  return problems
}
