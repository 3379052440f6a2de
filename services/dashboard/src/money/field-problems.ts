import { AtriumError } from '@atrium/sdk'

/** Problems by the path of their field, such as `lineItems.0.quantity`. */
export type FieldProblems = Readonly<Record<string, string>>

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The problems of a schema's issues, the first of each field. */
export function problemsOfIssues(issues: readonly Issue[]): FieldProblems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[path.join('.')] ??= message
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
export const fault = (problems: FieldProblems, path: string): { error: string } | Record<never, never> => {
  const error = problems[path]
  return error === undefined ? {} : { error }
}
