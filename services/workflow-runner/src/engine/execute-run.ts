import type { SkipReason, WorkflowFix, WorkflowItem } from '@atrium/contracts'
import { brokenStructure, failureMessage, indexGraph, NodeError } from '@atrium/workflow-rules'
import { CancelledError, callNode } from './call-node.ts'
import { executeNode } from './execute-node.ts'
import type { LeftItem } from './left-item.ts'
import { markLeft, readOutcomes, refusedReads } from './left-items.ts'
import { createPace, type NodeCall } from './node-context.ts'
import { isInstant, type NodeResult, type RunError } from './node-definition.ts'
import { type NodeRecord, outcomeRecord, runningRecord, skippedRecord } from './node-record.ts'
import type { NodeOutputs, ParkedRun, RunEffects, RunOutcome, RunPlan } from './run-effects.ts'
import { sampleLimits, takeSample } from './samples/sample.ts'
import { outputOrder } from './samples/sampled-outputs.ts'
import { type Flowing, flowFrom } from './state/lineage.ts'
import { isDue, type Park } from './state/park.ts'
import { restoreState } from './state/restore-state.ts'
import {
  emptyReason,
  hasInputs,
  lastItems,
  listInputs,
  type RunState,
  skipReasonAt,
  startState,
  waitsForParked,
} from './state/run-state.ts'
import { takeSnapshot } from './state/snapshot.ts'

/**
 * Executes a graph in topological order until the end, the first failure or a cancellation. Then
 * calls the `runOnFailure` nodes. A parked node holds back only the nodes after it. Never throws if
 * a node fails.
 */
export async function executeRun<P>(
  plan: RunPlan,
  effects: RunEffects<P>,
): Promise<RunOutcome | ParkedRun> {
  const index = indexGraph(plan.graph)
  const [broken] = brokenStructure(plan, effects.lookup, index)
  if (broken !== undefined) return { status: 'failed', error: broken.message, watermarks: {} }
  const { woken } = plan
  const state =
    woken === undefined
      ? startState(plan, index, effects.hold)
      : await restoreState(plan, index, woken.snapshot, effects)
  let failure: RunError | undefined
  for (const node of state.index.order) {
    if (state.ends[node] !== undefined) continue
    if (effects.due()) await effects.yield()
    const parked = state.parked.get(node)
    if (effects.cancelled.aborted) skip(state, effects, node, 'cancelled')
    else if (parked !== undefined) {
      const nodeId = state.index.nodes[node]?.id ?? ''
      if (failure !== undefined || !isDue(parked, nodeId, woken?.wake)) continue
      failure = await call(state, effects, node, null)
    } else if (waitsForParked(state, node)) continue
    else if (!hasInputs(state, node) && findPreset(state, node) === undefined)
      skip(state, effects, node, skipReasonAt(state, node))
    else if (failure !== undefined) skip(state, effects, node, 'upstream_failed')
    else failure = await call(state, effects, node, null)
  }
  if (state.parked.size > 0) {
    if (failure === undefined && !effects.cancelled.aborted) return parkedRun(state, effects)
    // The failure in another branch ends the parked nodes, too.
    for (const node of state.index.order) {
      const reason = effects.cancelled.aborted ? 'cancelled' : 'upstream_failed'
      if (state.ends[node] === undefined) skip(state, effects, node, reason)
    }
  }
  failure = await callClosers(state, effects, failure)
  if (effects.cancelled.aborted) return { status: 'cancelled', error: null, watermarks: {} }
  if (failure !== undefined) {
    const parts = (most: number): Promise<string[]> => takeSnapshot(state, effects, most)
    const reads = refusedReads(state)
    return {
      status: 'failed',
      error: failure.message,
      watermarks: {},
      parts,
      ...(reads.length === 0 ? {} : { reads }),
      ...(plan.keepsResult === true
        ? { result: { items: [], origins: [], left: leftSeeds(state) } }
        : {}),
    }
  }
  return {
    status: 'completed',
    error: null,
    watermarks: Object.fromEntries(state.watermarks),
    ...(state.reads.size === 0 ? {} : { reads: readOutcomes(state) }),
    ...(plan.keepsResult === true
      ? { result: { ...lastItems(state), left: leftSeeds(state) } }
      : {}),
  }
}

const leftSeeds = (state: RunState): LeftItem[] =>
  [...state.leftSeeds].map(([at, reason]) => ({ at, reason }))

const findPreset = ({ plan, index }: RunState, at: number): NodeOutputs | undefined =>
  plan.preset?.get(index.nodes[at]?.id ?? '')

function parkedRun<P>(state: RunState, effects: RunEffects<P>): ParkedRun {
  const waiting = [...state.parked.values()]
  const times = waiting.flatMap(({ until }) => until ?? [])
  return {
    status: 'parked',
    error: null,
    watermarks: {},
    wakeAt: times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time)),
    awaitsCalls: waiting.some(({ until }) => until === null),
    calls: [...state.parked].flatMap(([at, { calls }]) =>
      calls.map((each, place) => ({ ...each, place, nodeId: state.index.nodes[at]?.id ?? '' })),
    ),
    parts: () => takeSnapshot(state, effects),
  }
}

// Calls the `runOnFailure` nodes after a failure, and after a completed run if no items reached
// them. Nodes behind a halted branch stay skipped.
async function callClosers<P>(
  state: RunState,
  effects: RunEffects<P>,
  first: RunError | undefined,
) {
  let failure = first
  for (const node of state.index.order) {
    if (state.index.nodes[node]?.runOnFailure !== true || effects.cancelled.aborted) continue
    const end = state.ends[node]
    if (effects.due()) await effects.yield()
    if (end !== 'no_input' && end !== 'upstream_skipped' && end !== 'upstream_failed') continue
    const reason = first ?? emptyReason(state, node)
    const own = await call(state, effects, node, reason)
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
  runError: RunError | null,
): Promise<RunError | undefined> {
  const node = state.index.nodes[at]
  if (node === undefined) return undefined
  const startedAt = effects.now()
  const parked = state.parked.get(at)
  state.parked.delete(at)
  const recordedAt = parked?.startedAt ?? startedAt
  let running = runningRecord(node, at, 0, recordedAt)
  const fail = (error: unknown, message: string, fix: WorkflowFix | null): RunError => {
    state.ends[at] = 'failed'
    const usage = error instanceof NodeError ? error.usage : null
    const finishedAt = effects.now()
    effects.finished({ ...running, status: 'failed', error: message, fix, usage, finishedAt })
    return { message: `${node.name}: ${message}`, nodeId: node.id }
  }
  let inputs: readonly Flowing[] = []
  const definition = effects.lookup(node.type)
  if (definition === undefined)
    return fail(null, `This installation has no step of the type "${node.type}"`, null)
  try {
    inputs = runError === null ? listInputs(state, at) : []
    running = runningRecord(node, at, inputs.length, recordedAt)
    const instant = isInstant(definition, node, parked !== undefined)
    const recorded = effects.started(running, instant)
    if (recorded !== undefined) await recorded
    const again = parked === undefined ? null : { state: parked.state }
    const called = { definition, node, at, inputs, runError, parked: again, startedAt }
    const outputs = findPreset(state, at)
    const call = () =>
      callNode(instant, effects, (signal) => executeNode(state, effects, called, signal))
    const step = instant ? undefined : effects.inStep
    const result =
      outputs === undefined
        ? await (step === undefined ? call() : step(node.type, call))
        : { outputs }
    return await settle(state, { effects, at, call: called, running, result })
  } catch (error) {
    if (error instanceof CancelledError || effects.cancelled.aborted) {
      skip(state, effects, at, 'cancelled')
      return undefined
    }
    if (error instanceof NodeError) markLeft(state, inputs, error.left)
    return fail(error, failureMessage(error), error instanceof NodeError ? error.fix : null)
  }
}

function park<P>(
  state: RunState,
  {
    effects,
    at,
    running,
    given,
  }: { effects: RunEffects<P>; at: number; running: NodeRecord; given: Park },
) {
  const { until = null, calls = [], state: own = null, message } = given
  // The database keeps whole milliseconds.
  const due = until === null ? null : Math.ceil(until)
  state.parked.set(at, {
    until: due,
    calls,
    state: own,
    startedAt: running.startedAt ?? effects.now(),
  })
  effects.finished({ ...running, message })
}

async function settle<P>(
  state: RunState,
  {
    effects,
    at,
    call: { definition, node, inputs, runError, startedAt },
    running,
    result,
  }: {
    effects: RunEffects<P>
    at: number
    call: NodeCall<P>
    running: NodeRecord
    result: NodeResult
  },
): Promise<RunError | undefined> {
  if (result.park !== undefined && runError === null) {
    park(state, { effects, at, running, given: result.park })
    return undefined
  }
  const outputs = result.outputs ?? {}
  await state.ledger.admit(outputs, createPace(effects, effects.cancelled, startedAt))
  const flowing = flowFrom(at, inputs, outputs)
  const counts = Object.fromEntries(
    [...new Set([...definition.outputs, ...Object.keys(outputs)])].map((name) => [
      name,
      outputs[name]?.length ?? 0,
    ]),
  )
  if (effects.due()) await effects.yield()
  const limits = definition.sample?.(node.params) ?? sampleLimits
  const names = outputOrder(definition, node.params, Object.keys(outputs))
  const sample = takeSample(firstItems(outputs, names, limits.items), limits)
  const record = outcomeRecord(running, { now: effects.now(), result, counts, sample })
  state.outputs[at] = flowing
  state.messages[at] = record.message
  state.ends[at] =
    result.halt === undefined ? 'completed' : result.halt.success === false ? 'failed' : 'halted'
  effects.finished(record)
  if (result.left !== undefined) markLeft(state, inputs, result.left)
  if (record.status === 'failed') {
    return { message: `${running.name}: ${record.error ?? 'stopped'}`, nodeId: running.nodeId }
  }
  if (result.reads !== undefined) state.reads.set(at, result.reads)
  for (const [key, value] of Object.entries(result.watermarks ?? {}))
    state.watermarks.set(key, value)
  return undefined
}

// Takes one item more than the sample shows, so the sample is marked as truncated.
function firstItems(
  outputs: NodeOutputs,
  names: readonly string[],
  shown: number,
): readonly WorkflowItem[] {
  const items: WorkflowItem[] = []
  for (const name of names) {
    // Users choose output names, for example `constructor` or another name from the object
    // prototype.
    const list = Object.hasOwn(outputs, name) ? outputs[name] : undefined
    if (list !== undefined) items.push(...list.slice(0, shown + 1 - items.length))
  }
  return items
}
