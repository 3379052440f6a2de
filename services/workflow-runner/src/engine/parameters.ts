import { parseTemplate, type Reference, resolveTemplate, type Scope, type Template } from './expression.ts'
import { isRecord } from './own-property.ts'

/** Parameters prepared once per run: `dynamic` when an expression is in them somewhere. */
export interface Parameters {
  dynamic: boolean
  /** Every expression in them. */
  references: readonly Reference[]
  resolve(scope: Scope): unknown
}

const constant = (value: unknown): Parameters => ({ dynamic: false, references: [], resolve: () => value })

/**
 * Prepares a JSON value whose texts may hold expressions. What holds none is returned as it is, uncopied.
 * Keys such as `__proto__` stay plain data. `keep` names top-level keys whose value is left alone.
 */
export function compileParameters(value: unknown, keep: ReadonlySet<string> = new Set()): Parameters {
  if (typeof value === 'string') return compileText(value)
  if (Array.isArray(value)) {
    const members = value.map((member) => compileParameters(member))
    return combine(value, members, (scope) => members.map((member) => member.resolve(scope)))
  }
  if (!isRecord(value)) return constant(value)
  const entries = Object.entries(value).map(
    ([key, member]) => [key, keep.has(key) ? constant(member) : compileParameters(member)] as const,
  )
  return combine(
    value,
    entries.map(([, member]) => member),
    (scope) => Object.fromEntries(entries.map(([key, member]) => [key, member.resolve(scope)])),
  )
}

function compileText(text: string): Parameters {
  if (!text.includes('{{')) return constant(text)
  const template: Template = parseTemplate(text)
  const references = template.parts.filter((part): part is Reference => typeof part !== 'string')
  if (references.length === 0) return constant(text)
  return { dynamic: true, references, resolve: (scope) => resolveTemplate(template, scope) }
}

function combine(
  value: unknown,
  members: readonly Parameters[],
  resolve: (scope: Scope) => unknown,
): Parameters {
  if (!members.some((member) => member.dynamic)) return constant(value)
  return { dynamic: true, references: members.flatMap((member) => member.references), resolve }
}
