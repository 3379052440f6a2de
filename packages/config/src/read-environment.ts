import type { ConfigProblems } from './config-error.ts'
import { fillDerived } from './derived-values.ts'
import { parseValue } from './parse-value.ts'
import type { Env, Variable } from './variable.ts'
import { type PlatformConfig, type VariableName, variableEntries } from './variables.ts'

/** The environment as far as it could be read, and what is wrong with each variable on its own. */
export interface EnvironmentReading {
  readonly config: PlatformConfig
  readonly missing: readonly VariableName[]
  readonly malformed: ConfigProblems['malformed']
}

/** The value of a variable, or undefined when it is absent, empty or blank: those all count as unset. */
export function valueIn(env: Env, name: string): string | undefined {
  if (!Object.hasOwn(env, name)) return undefined
  const value = env[name]
  return value === undefined || value.trim() === '' ? undefined : value
}

// A list of nothing but commas says as little as no list.
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const isRequired = (env: Env, { requiredUnless: other }: Variable): boolean =>
  other !== undefined && valueIn(env, other) === undefined

/** Parses every variable of the table without judging combinations; never throws. */
export function readEnvironment(env: Env): EnvironmentReading {
  const values: Partial<Record<VariableName, unknown>> = {}
  const explicit = new Set<VariableName>()
  const missing: VariableName[] = []
  const malformed: { name: string; problem: string }[] = []

  for (const [name, variable] of variableEntries) {
    const raw = valueIn(env, name)
    if (raw === undefined) {
      if (variable.required || isRequired(env, variable)) missing.push(name)
      else if (variable.default !== undefined) values[name] = variable.default
      continue
    }
    if (variable.unread) continue
    const parsed = parseValue(variable, raw)
    if ('value' in parsed && !isEmptyList(parsed.value)) {
      values[name] = parsed.value
      explicit.add(name)
    } else if (variable.lenient || 'value' in parsed) {
      if (variable.default !== undefined) values[name] = variable.default
    } else {
      malformed.push({ name, problem: parsed.problem })
    }
  }
  return { config: fillDerived(values, explicit), missing, malformed }
}
