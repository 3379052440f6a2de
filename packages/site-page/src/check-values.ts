import type { TemplateVariable } from '@atrium/contracts'

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i

const fits: Readonly<Record<TemplateVariable['type'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  longtext: (value) => typeof value === 'string',
  url: (value) => typeof value === 'string',
  image: (value) => typeof value === 'string',
  color: (value) => typeof value === 'string' && (value === '' || colour.test(value)),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
}

/** A variable with a value that a page cannot use. */
export interface VariableProblem {
  readonly name: string
  readonly message: string
}

/**
 * Returns the values with another type than their variable's. Ignores names that the template does
 * not declare.
 */
export const findUnfit = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): VariableProblem[] =>
  variables.flatMap(({ name, type }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || value === null || fits[type](value)) return []
    return [
      {
        name,
        message: type === 'color' ? 'Enter a colour, such as #1d4ed8' : `Enter a ${type}`,
      },
    ]
  })

/** Returns the needed variables without a value or default. */
export const findMissing = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): VariableProblem[] =>
  variables
    .filter((variable) => {
      const value = values[variable.name] ?? variable.default
      return variable.required === true && (value === undefined || value === null || value === '')
    })
    .map(({ name }) => ({ name, message: 'Fill in this field' }))
