import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import type { NodeRules } from './node-rules.ts'

/** The failure of parameters beyond their limit. */
export const tooManyValues = (): NodeError =>
  new NodeError(`The parameters hold more than ${paramLimits.values} values`)

/** The parameters that a node's schema knows; others are not resolved. */
export function knownParams(
  { params }: Pick<NodeRules, 'params'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (params.def.catchall !== undefined) return given
  return Object.fromEntries(
    Object.keys(params.shape).flatMap((key) => (Object.hasOwn(given, key) ? [[key, given[key]]] : [])),
  )
}
