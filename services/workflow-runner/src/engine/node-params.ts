import { substituteEnv } from '@atrium/config'
import { holdsAtMost, type WorkflowNode } from '@atrium/contracts'
import {
  compileParameters,
  knownParams,
  missingField,
  NodeError,
  ownPath,
  type Parameters,
  paramLimits,
  type Reference,
  resolveReference,
  type Scope,
  tooManyValues,
} from '@atrium/workflow-rules'
import type { z } from 'zod'
import type { NodeDefinition } from './node-definition.ts'

/**
 * Describes a schema issue. People read the sentence, and texts come from items, so a length limit
 * is spelled out in words.
 */
function describeIssue(path: string, issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return `${path} is empty`
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return `${path} is longer than ${issue.maximum} characters`
  // The type would say nothing to the person who left the field out.
  const isLeftOut = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined')
  const reason = isLeftOut ? 'Fill in this field' : (issue?.message ?? 'not valid')
  return `Parameter "${path}": ${reason}`
}

export interface PreparedParams {
  /**
   * Resolves the parameters. Throws `NodeError` with the name of a missing field. If `strict`, a
   * missing field is an error for an optional parameter, too.
   */
  resolve(scope: Scope, strict: boolean): Record<string, unknown>
  missing(scope: Scope): string | undefined
}

/**
 * Prepares a node's parameters once: substitutes `${env:NAME}` and compiles expressions. Throws
 * `NodeError`.
 */
export function prepareParams<P>(
  definition: NodeDefinition<P>,
  node: WorkflowNode,
  env: Readonly<Record<string, unknown>>,
): PreparedParams {
  const given = knownParams(definition, node.params)
  if (!holdsAtMost(given, paramLimits.values)) throw tooManyValues()
  const raw = substituteEnv(given, env)
  const compiled = compileParameters(raw, {
    keep: new Set(definition.rawParams ?? []),
    json: new Set(definition.jsonTexts?.(given) ?? []),
  })
  const parse = (value: unknown, scope: Scope | undefined): Record<string, unknown> => {
    const result = definition.params.safeParse(value)
    if (result.success) return result.data
    const [issue] = result.error.issues
    const path = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key))
    const missing = scope === undefined ? undefined : missingReference(compiled, raw, path, scope)
    if (missing !== undefined) throw missingField(missing)
    throw new NodeError(describeIssue(path.join('.'), issue))
  }
  const firstMissing = (references: readonly Reference[], scope: Scope): string | undefined =>
    references.find((reference) => resolveReference(reference, scope) === undefined)?.source
  const missing = (scope: Scope): string | undefined => firstMissing(compiled.references, scope)
  if (!compiled.dynamic) {
    let fixed: Record<string, unknown> | undefined
    const resolve = (): Record<string, unknown> => {
      fixed ??= parse(raw, undefined)
      return fixed
    }
    return { resolve, missing }
  }
  return {
    resolve(scope, strict) {
      const absent = strict ? firstMissing(compiled.wholes, scope) : undefined
      if (absent !== undefined) throw missingField(absent)
      return parse(compiled.resolve(scope), scope)
    },
    missing,
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
