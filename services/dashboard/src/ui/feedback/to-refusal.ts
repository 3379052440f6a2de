import { AtriumError } from '@atrium/sdk'
import { toDetail } from './problem.tsx'

/**
 * Returns why a field was refused: what the platform says about the field, otherwise about the
 * request.
 */
export const toRefusal = (error: unknown): string =>
  (error instanceof AtriumError ? error.errors[0]?.message : undefined) ?? toDetail(error)

/**
 * Returns a form's problems by field name: the last part of each path. Empty if the platform
 * refuses the request as a whole.
 */
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
