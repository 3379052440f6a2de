import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import {
  checkGraph,
  type GraphProblem,
  type PaletteLookup,
  rulesOfDescriptors,
} from '@atrium/workflow-rules'

/** Facts that a graph is checked by; event types that are not known yet are not checked. */
interface RuleFacts {
  readonly descriptors: readonly NodeDescriptor[]
  readonly eventTypes: readonly string[] | undefined
}

/** A message to the worker: other facts for the graphs after it, or a graph. */
export type ToCheck =
  | { readonly facts: RuleFacts }
  | { readonly id: number; readonly graph: WorkflowGraph }

export interface Checked {
  readonly id: number
  readonly problems: readonly GraphProblem[]
}

// The schemas of nodes need all of zod: a worker keeps it out of the pages, and typing smooth on large graphs.
let rules: PaletteLookup = () => undefined

self.addEventListener('message', async ({ data }: MessageEvent<ToCheck>) => {
  if ('facts' in data) {
    rules = rulesOfDescriptors(data.facts.descriptors, data.facts.eventTypes)
    return
  }
  const checked: Checked = { id: data.id, problems: await checkGraph(data.graph, rules) }
  self.postMessage(checked)
})
