import type { WorkflowNode } from '@atrium/contracts'
import { type Pace, resolveSkill } from '@atrium/workflow-rules'
import { CancelledError, deadlinePassed, nodeDeadlineMs } from './call-node.ts'
import type { NodeContext, NodeDefinition, RunError } from './node-definition.ts'
import { prepareParams } from './node-params.ts'
import type { RunEffects } from './run-effects.ts'
import { deriveItem, type Flowing } from './state/lineage.ts'
import { listRanges, type RunState, scopeAt } from './state/run-state.ts'

export interface NodeCall<P> {
  definition: NodeDefinition<P>
  node: WorkflowNode
  at: number
  inputs: readonly Flowing[]
  runError: RunError | null
  parked: { state: unknown } | null
  startedAt: number
}

/**
 * Creates the pace for a call. After a pause, the pace throws if the run was cancelled or the
 * deadline has passed.
 */
export function createPace<P>(
  effects: RunEffects<P>,
  signal: AbortSignal,
  startedAt: number,
): Pace {
  return {
    due: effects.due,
    async yield() {
      await effects.yield()
      if (effects.cancelled.aborted) throw new CancelledError('The run was cancelled')
      if (signal.aborted || effects.now() - startedAt > nodeDeadlineMs) throw deadlinePassed()
    },
  }
}

/** Throws `NodeError` if the parameters exceed their limits. */
export function createContext<P>(
  state: RunState,
  effects: RunEffects<P>,
  { definition, node, at, inputs, runError, parked, startedAt }: NodeCall<P>,
  signal: AbortSignal,
): NodeContext<P, Record<string, unknown>> {
  const { plan } = state
  const params = prepareParams(definition, node, effects.env)
  // Without items no expression finds a value, so the node decides what to do.
  const strict = inputs.length > 0
  return {
    runId: plan.runId,
    nodeId: node.id,
    workflowId: plan.workflowId,
    orgId: plan.orgId,
    userId: plan.userId,
    trigger: plan.trigger,
    runError,
    inputs: () => (strict ? listRanges(state, at) : []),
    signal,
    ports: effects.ports,
    paramsFor: (index) => params.resolve(scopeAt(state, inputs, index), strict),
    missing: (index) => params.missing(scopeAt(state, inputs, index)),
    scope: (index) => scopeAt(state, inputs, index),
    derive: deriveItem,
    carry: (item) => state.ledger.carry(item, createPace(effects, signal, startedAt)),
    show: (text) => effects.show(node.id, text),
    idempotencyKey: (index) => `${plan.runId}:${node.id}:${index}`,
    watermark: effects.watermark,
    ledger: effects.ledger,
    reads: effects.reads,
    cursors: effects.cursors,
    calls: effects.calls,
    parked,
    now: effects.now,
    skill: (reference, kind) => resolveSkill(effects.findSkill, reference, kind),
    match: effects.match,
    ...createPace(effects, signal, startedAt),
  }
}
