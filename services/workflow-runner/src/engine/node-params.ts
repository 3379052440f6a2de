import { substituteEnv } from '@atrium/config'
import type { WorkflowNode } from '@atrium/contracts'
import { resolveReference, type Scope } from './expression.ts'
import type { NodeDefinition } from './node-definition.ts'
import { missingField, NodeError } from './node-error.ts'
import { ownPath } from './own-property.ts'
import { compileParameters, type Parameters } from './parameters.ts'

export interface PreparedParams {
  /** Resolves and checks them for one item. Throws `NodeError`, and names the field when one is missing. */
  resolve(scope: Scope): Record<string, unknown>
  /** The first of their expressions that finds nothing at an item: `$json.note`. */
  missing(scope: Scope): string | undefined
}

/** Prepares a node's parameters once: `${env:NAME}` substituted, expressions compiled. */
export function prepareParams<P>(
  definition: NodeDefinition<P>,
  node: WorkflowNode,
  env: Readonly<Record<string, unknown>>,
): PreparedParams {
  const raw = substituteEnv(node.params, env)
  const compiled = compileParameters(raw, new Set(definition.rawParams ?? []))
  const parse = (value: unknown, scope: Scope | undefined): Record<string, unknown> => {
    const result = definition.params.safeParse(value)
    if (result.success) return result.data
    const [issue] = result.error.issues
    const path = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key))
    const missing = scope === undefined ? undefined : missingReference(compiled, raw, path, scope)
    if (missing !== undefined) throw missingField(missing)
    throw new NodeError(`Parameter "${path.join('.')}": ${issue?.message ?? 'not valid'}`)
  }
  const missing = (scope: Scope): string | undefined =>
    compiled.references.find((reference) => resolveReference(reference, scope) === undefined)?.source
  if (compiled.dynamic) return { resolve: (scope) => parse(compiled.resolve(scope), scope), missing }
  let fixed: Record<string, unknown> | undefined
  const resolve = (): Record<string, unknown> => {
    fixed ??= parse(raw, undefined)
    return fixed
  }
  return { resolve, missing }
}

function missingReference(
  compiled: Parameters,
  raw: unknown,
  path: readonly (string | number)[],
  scope: Scope,
): string | undefined {
  const text = ownPath(raw, path)
  const references = compiled.references.filter(
    ({ source }) => typeof text === 'string' && text.includes(source),
  )
  return references.find((reference) => resolveReference(reference, scope) === undefined)?.source
}
