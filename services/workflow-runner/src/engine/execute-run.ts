import type { SkipReason, WorkflowFix, WorkflowItem } from '@atrium/contracts'
import { CancelledError, callNode } from './call-node.ts'
import { deriveItem, type Flowing, flowFrom } from './lineage.ts'
import {
  isInstant,
  type NodeContext,
  type NodeDefinition,
  type NodeResult,
  type RunError,
} from './node-definition.ts'
import { failureMessage, NodeError } from './node-error.ts'
import { prepareParams } from './node-params.ts'
import { failedRecord, type NodeRecord, outcomeRecord, runningRecord, skippedRecord } from './node-record.ts'
import type { RunEffects, RunOutcome, RunPlan } from './run-effects.ts'
import { emptyReason, inputsOf, type RunState, scopeAt, skipReasonAt, startState } from './run-state.ts'
import { sampleOf } from './sample.ts'
import { structuralProblem } from './validate-graph.ts'

interface Failure {
  message: string
  nodeId: string | null
}

/**
 * Runs a graph: nodes in topological order, each recorded before and after, until the end, the first failure or
 * a cancellation; then the `runOnFailure` nodes that are due. Decides only: everything it does to the world
 * goes through `effects`. Never throws for what a node does.
 */
export async function executeRun<P>(plan: RunPlan, effects: RunEffects<P>): Promise<RunOutcome> {
  const broken = structuralProblem(plan.graph, effects.lookup)
  if (broken !== undefined) return { status: 'failed', error: broken.message, watermarks: {} }
  const state = startState(plan)
  let failure: Failure | undefined
  for (const node of state.index.order) {
    if (effects.cancelled.aborted) {
      skip(state, effects, node, 'cancelled')
      continue
    }
    const inputs = inputsOf(state, node)
    if (inputs.length === 0) skip(state, effects, node, skipReasonAt(state, node))
    else if (failure !== undefined) skip(state, effects, node, 'upstream_failed')
    else failure = await call(state, effects, node, inputs, null)
  }
  failure = await callClosers(state, effects, failure)
  if (effects.cancelled.aborted) return { status: 'cancelled', error: null, watermarks: {} }
  if (failure !== undefined) return { status: 'failed', error: failure.message, watermarks: {} }
  return { status: 'completed', error: null, watermarks: Object.fromEntries(state.watermarks) }
}

// After a failure, and at the end of a run that never reached them; not behind a deliberate stop.
async function callClosers<P>(
  state: RunState,
  effects: RunEffects<P>,
  first: Failure | undefined,
): Promise<Failure | undefined> {
  let failure = first
  for (const node of state.index.order) {
    if (state.index.nodes[node]?.runOnFailure !== true || effects.cancelled.aborted) continue
    const end = state.ends[node]
    if (end !== 'no_input' && end !== 'upstream_skipped' && end !== 'upstream_failed') continue
    const reason = first ?? emptyReason(state, node)
    const own = await call(state, effects, node, [], { message: reason.message, nodeId: reason.nodeId })
    failure ??= own
  }
  return failure
}

function skip<P>(state: RunState, effects: RunEffects<P>, at: number, reason: SkipReason): void {
  const node = state.index.nodes[at]
  state.ends[at] = reason
  if (node !== undefined) effects.finished(skippedRecord(node, at, reason, effects.now()))
}

async function call<P>(
  state: RunState,
  effects: RunEffects<P>,
  at: number,
  inputs: readonly Flowing[],
  runError: RunError | null,
): Promise<Failure | undefined> {
  const node = state.index.nodes[at]
  if (node === undefined) return undefined
  const running = runningRecord(node, at, inputs.length, effects.now())
  const fail = (error: unknown, message: string, fix: WorkflowFix | null): Failure => {
    state.ends[at] = 'failed'
    const usage = error instanceof NodeError ? error.usage : null
    effects.finished(failedRecord(running, effects.now(), message, fix, usage))
    return { message: `${node.name}: ${message}`, nodeId: node.id }
  }
  const definition = effects.lookup(node.type)
  if (definition === undefined) return fail(null, `The node type "${node.type}" is not registered here`, null)
  try {
    const instant = isInstant(definition, node)
    const recorded = effects.started(running, instant)
    if (recorded !== undefined && !instant) await recorded
    const result = await callNode(instant, effects, (signal) =>
      execute(state, effects, definition, at, inputs, runError, signal),
    )
    return settle(state, effects, definition, at, inputs, running, result)
  } catch (error) {
    if (error instanceof CancelledError || effects.cancelled.aborted) {
      skip(state, effects, at, 'cancelled')
      return undefined
    }
    return fail(error, failureMessage(error), error instanceof NodeError ? error.fix : null)
  }
}

function execute<P>(
  state: RunState,
  effects: RunEffects<P>,
  definition: NodeDefinition<P>,
  at: number,
  inputs: readonly Flowing[],
  runError: RunError | null,
  signal: AbortSignal,
): NodeResult | Promise<NodeResult> {
  const node = state.index.nodes[at]
  if (node === undefined) return {}
  const { plan } = state
  const params = prepareParams(definition, node, effects.env)
  const context: NodeContext<P, Record<string, unknown>> = {
    runId: plan.runId,
    nodeId: node.id,
    workflowId: plan.workflowId,
    orgId: plan.orgId,
    userId: plan.userId,
    trigger: plan.trigger,
    runError,
    signal,
    ports: effects.ports,
    paramsFor: (index) => params.resolve(scopeAt(state, inputs, index)),
    missing: (index) => params.missing(scopeAt(state, inputs, index)),
    scope: (index) => scopeAt(state, inputs, index),
    derive: deriveItem,
    idempotencyKey: (index) => `${plan.runId}:${node.id}:${index}`,
    watermark: effects.watermark,
    breathe: effects.breathe,
    aside: effects.aside,
  }
  return definition.execute(
    inputs.map((input) => input.item),
    context.paramsFor(0),
    context,
  )
}

function settle<P>(
  state: RunState,
  effects: RunEffects<P>,
  definition: NodeDefinition<P>,
  at: number,
  inputs: readonly Flowing[],
  running: NodeRecord,
  result: NodeResult,
): Failure | undefined {
  const outputs = result.outputs ?? {}
  const flowing = flowFrom(at, inputs, outputs)
  const counts = Object.fromEntries(
    [...new Set([...definition.outputs, ...Object.keys(outputs)])].map((name) => [
      name,
      outputs[name]?.length ?? 0,
    ]),
  )
  const items: WorkflowItem[] = []
  for (const list of Object.values(outputs)) {
    for (const item of list) {
      if (items.length > (definition.sample?.items ?? 3)) break
      items.push(item)
    }
  }
  const record = outcomeRecord(running, effects.now(), result, counts, sampleOf(items, definition.sample))
  state.outputs[at] = flowing
  state.messages[at] = record.message
  state.ends[at] =
    result.halt === undefined ? 'completed' : result.halt.success === false ? 'failed' : 'halted'
  effects.finished(record)
  if (record.status === 'failed') {
    return { message: `${running.name}: ${record.error ?? 'stopped'}`, nodeId: running.nodeId }
  }
  for (const [key, value] of Object.entries(result.watermarks ?? {})) state.watermarks.set(key, value)
  return undefined
}
