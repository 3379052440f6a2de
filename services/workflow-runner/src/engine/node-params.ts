import { substituteEnv } from '@atrium/config'
import type { WorkflowNode } from '@atrium/contracts'
import { resolveReference, type Scope } from './expression.ts'
import type { NodeDefinition } from './node-definition.ts'
import { missingField, NodeError } from './node-error.ts'
import { ownPath } from './own-property.ts'
import { compileParameters, type Parameters } from './parameters.ts'

/**
 * Prepares a node's parameters once: `${env:NAME}` substituted, expressions compiled. The returned function
 * resolves and checks them for one item; it throws `NodeError`, and names the field when one is missing.
 */
export function prepareParams<P>(
  definition: NodeDefinition<P>,
  node: WorkflowNode,
  env: Readonly<Record<string, unknown>>,
): (scope: Scope) => Record<string, unknown> {
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
  if (compiled.dynamic) return (scope) => parse(compiled.resolve(scope), scope)
  let fixed: Record<string, unknown> | undefined
  return () => {
    fixed ??= parse(raw, undefined)
    return fixed
  }
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
