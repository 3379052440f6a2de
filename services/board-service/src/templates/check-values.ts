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

/**
 * Throws 422 if a value does not have its declared type. Ignores names that the template does not
 * declare.
 */
export const requireValues = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void => refuse(findUnfit(variables, values))

/** Throws 422 if a published page needs a variable without a value or default. */
export const requireComplete = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void => refuse(findMissing(variables, values))

/**
 * Throws `markup_invalid` (422) if the markup does not parse or a default does not fit its type.
 */
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
