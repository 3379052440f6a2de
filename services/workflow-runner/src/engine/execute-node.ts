import { NodeError } from '@atrium/workflow-rules'
import { createContext, type NodeCall } from './node-context.ts'
import type { NodeContext } from './node-definition.ts'
import type { RunEffects } from './run-effects.ts'
import type { RunState } from './state/run-state.ts'

/**
 * Executes a node with the parameters of its first valid item. Throws a `NodeError` with every item
 * as left if no item is valid.
 */
export function executeNode<P>(
  state: RunState,
  effects: RunEffects<P>,
  called: NodeCall<P>,
  signal: AbortSignal,
) {
  const context = createContext(state, effects, called, signal)
  const items = called.inputs.map((input) => input.item)
  const run = (params: Record<string, unknown>) => called.definition.execute(items, params, context)
  let params: Record<string, unknown>
  try {
    params = context.paramsFor(0)
  } catch (error) {
    if (!(error instanceof NodeError) || items.length === 0) throw error
    if (items.length === 1) throw refuseAll(error, [error.message])
    return firstParams(context, items.length, error).then(run)
  }
  return run(params)
}

/** Finds the first item with valid parameters, so one bad item does not stop the others. */
async function firstParams<P>(
  context: NodeContext<P, Record<string, unknown>>,
  count: number,
  refusal: NodeError,
): Promise<Record<string, unknown>> {
  const reasons = [refusal.message]
  for (let at = 1; at < count; at += 1) {
    if (context.due()) await context.yield()
    try {
      return context.paramsFor(at)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      reasons.push(error.message)
    }
  }
  throw refuseAll(refusal, reasons)
}

const refuseAll = ({ message, fix }: NodeError, reasons: readonly string[]): NodeError =>
  new NodeError(message, {
    ...(fix === null ? {} : { fix }),
    left: reasons.map((reason, at) => ({ at, reason })),
  })
