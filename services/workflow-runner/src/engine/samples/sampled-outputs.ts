import type { WorkflowItem, WorkflowNode } from '@atrium/contracts'
import { listOutputs, type NodeRules } from '@atrium/workflow-rules'
import type { NodeOutputs } from '../run-effects.ts'
import type { Sample } from './sample.ts'

/** Returns a node's outputs in sample order: first those in its definition, then others by name. */
export function outputOrder(
  definition: Pick<NodeRules, 'outputs' | 'outputsFrom'>,
  params: Readonly<Record<string, unknown>>,
  others: readonly string[],
): string[] {
  return [...new Set([...listOutputs(definition, params), ...others.toSorted()])]
}

/** Splits a sample by output, based on the item count per output. */
export function sampledOutputs(
  definition: Pick<NodeRules, 'outputs' | 'outputsFrom'>,
  { params }: Pick<WorkflowNode, 'params'>,
  counts: Readonly<Record<string, number>>,
  sample: Sample,
): NodeOutputs {
  const outputs: [string, WorkflowItem[]][] = []
  let from = 0
  for (const name of outputOrder(definition, params, Object.keys(counts))) {
    const count = Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0
    outputs.push([name, sample.items.slice(from, from + count)])
    from += count
  }
  return Object.fromEntries(outputs)
}
