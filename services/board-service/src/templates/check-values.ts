import { type FieldError, siteErrors, type TemplateVariable } from '@atrium/contracts'
import { MarkupError, parseMarkup } from './parse-markup.ts'

const fits: Readonly<Record<TemplateVariable['type'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  longtext: (value) => typeof value === 'string',
  url: (value) => typeof value === 'string',
  image: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
}

/** Requires values of the declared types; names that the template does not declare are let be. Throws 422. */
export function requireValues(
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void {
  const errors: FieldError[] = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined
    return value === undefined || value === null || fits[variable.type](value)
      ? []
      : [{ path: `values.${variable.name}`, message: `A ${variable.type} is needed` }]
  })
  if (errors.length > 0) throw siteErrors.values_invalid({ details: { errors } })
}

/** Requires a value, given or by default, for everything that a published page needs. Throws 422. */
export function requireComplete(
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): void {
  const errors = variables
    .filter((variable) => variable.required === true)
    .filter((variable) => {
      const value = values[variable.name] ?? variable.default
      return value === undefined || value === null || value === ''
    })
    .map((variable) => ({ path: `values.${variable.name}`, message: 'This is needed' }))
  if (errors.length > 0) throw siteErrors.values_invalid({ details: { errors } })
}

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
  requireValues(variables, Object.fromEntries(variables.map((variable) => [variable.name, variable.default])))
}
