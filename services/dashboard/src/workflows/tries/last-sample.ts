import type { RunView, WorkflowGraph, WorkflowItem, WorkflowNode } from '@atrium/contracts'
import type { Palette } from '../graph/graph.ts'

const withSample = new Set(['trigger.event', 'trigger.webhook'])

/**
 * Returns the trigger that needs a sample for a manual run: an event or a call. Undefined if the
 * workflow also has a trigger that starts without one.
 */
export function findSampleTrigger(
  graph: WorkflowGraph,
  palette: Palette,
): WorkflowNode | undefined {
  const triggers = graph.nodes.filter(({ type }) => palette.get(type)?.category === 'trigger')
  return triggers.every(({ type }) => withSample.has(type)) ? triggers[0] : undefined
}

const emptyCall = { method: 'POST', query: {}, body: {} }

/** Returns what the trigger received last. Before the first run of a webhook, returns an empty call. */
export function findLastSample(
  trigger: WorkflowNode | undefined,
  run: RunView | null | undefined,
): WorkflowItem['json'] | undefined {
  const received = run?.nodes.find(({ nodeId }) => nodeId === trigger?.id)?.sample?.items[0]?.json
  if (received !== undefined) {
    const { firedAt: _, ...json } = received
    return json
  }
  return trigger?.type === 'trigger.webhook' ? emptyCall : undefined
}
