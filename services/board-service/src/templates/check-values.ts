import { type FieldError, siteErrors, type TemplateVariable } from '@atrium/contracts'
import {
  findMissing,
  findUnfit,
  MarkupError,
  parseMarkup,
  type VariableProblem,
} from '@atrium/site-page'

function refuse(problems: readonly VariableProblem[]): void {
  if (problems.length === 0) return
  const errors: FieldError[] = problems.map(({ name, message }) => ({
    path: `values.${name}`,
    message,
  }))
  throw siteErrors.values_invalid({ details: { errors } })
}

/** Requires values of the declared types; names that the template does not declare are let be. Throws 422. */
export const requireValues = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void => refuse(findUnfit(variables, values))

/** Requires a value, given or by default, for everything that a published page needs. Throws 422. */
export const requireComplete = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void => refuse(findMissing(variables, values))

/** Requires markup that parses and defaults that fit. Throws `markup_invalid` (422). */
export function requireTemplate(variables: readonly TemplateVariable[], markup: string): void {
  try {
    parseMarkup(markup)
  } catch (cause) {
    if (!(cause instanceof MarkupError)) throw cause
    throw siteErrors.markup_invalid({
      cause,
      details: { errors: [{ path: 'markup', message: cause.message }] },
    })
  }
  requireValues(
    variables,
    Object.fromEntries(variables.map((variable) => [variable.name, variable.default])),
  )
}
