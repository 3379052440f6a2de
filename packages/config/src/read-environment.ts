import type { ConfigProblems } from './config-error.ts'
import { parseValue } from './parse-value.ts'
import type { Env, Variable, VariableTable } from './variable.ts'

/** The environment as far as it could be parsed, and each variable's own problem. */
export interface EnvironmentReading {
  /** A complete `Config` of the table if nothing is missing or malformed. */
  readonly config: Readonly<Record<string, unknown>> & { readonly explicit: ReadonlySet<string> }
  readonly missing: readonly string[]
  readonly malformed: ConfigProblems['malformed']
}

/** Returns a variable's value, or undefined if it is absent, empty or blank. */
export function valueIn(env: Env, name: string): string | undefined {
  if (!Object.hasOwn(env, name)) return undefined
  const value = env[name]
  return value === undefined || value.trim() === '' ? undefined : value
}

// A list with only commas counts as unset.
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isRequired = ({ required, requiredUnless: other }: Variable, env: Env): boolean =>
  required ?? (other !== undefined && valueIn(env, other) === undefined)

/** Parses every variable of a table without judging combinations. Never throws. */
export function readEnvironment(table: VariableTable, env: Env): EnvironmentReading {
  const values: Record<string, unknown> = {}
  const explicit = new Set<string>()
  const missing: string[] = []
  const malformed: { name: string; problem: string }[] = []

  for (const [name, variable] of Object.entries(table)) {
    const raw = valueIn(env, name)
    if (raw === undefined && isRequired(variable, env)) missing.push(name)
    if (raw === undefined || variable.unread) continue
    const parsed = parseValue(variable, raw)
    if ('problem' in parsed) {
      if (!variable.lenient) malformed.push({ name, problem: parsed.problem })
    } else if (!isEmptyList(parsed.value)) {
      values[name] = parsed.value
      explicit.add(name)
    }
  }
  const production = values['NODE_ENV'] === 'production'
  for (const [name, variable] of Object.entries(table)) {
    values[name] ??= (production ? variable.inProduction : undefined) ?? variable.default
  }
  for (const [name, variable] of Object.entries(table)) {
    values[name] ??= derivedValue(variable, env, values)
    if (values[name] === undefined) delete values[name]
  }
  return { config: { ...values, explicit }, missing, malformed }
}

function derivedValue(
  variable: Variable,
  env: Env,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const { alias, derived } = variable
  const text =
    alias === undefined
      ? derived?.replace(/\{(\w+)(:hostname)?\}/g, (_, name: string, part?: string) => {
          const value = String(values[name] ?? '')
          if (part === undefined) return value
          return URL.canParse(value) ? new URL(value).hostname : ''
        })
      : valueIn(env, alias)
  const parsed = text === undefined ? undefined : parseValue(variable, text)
  return parsed !== undefined && 'value' in parsed ? parsed.value : undefined
}
