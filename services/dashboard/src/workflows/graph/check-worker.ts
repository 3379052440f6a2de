import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import {
  checkGraph,
  type GraphProblem,
  type PaletteLookup,
  rulesOfDescriptors,
} from '@atrium/workflow-rules'

/** The facts for checking a graph. If the event types have not loaded yet, they are not checked. */
interface RuleFacts {
  readonly descriptors: readonly NodeDescriptor[]
  readonly eventTypes: readonly string[] | undefined
}

/** A message to the worker: a graph, or new facts for later graphs. */
export type ToCheck =
  | { readonly facts: RuleFacts }
  | { readonly id: number; readonly graph: WorkflowGraph }

export interface Checked {
  readonly id: number
  readonly problems: readonly GraphProblem[]
}

// The node schemas need all of zod. A worker keeps zod out of the pages, and keeps typing smooth in
// large graphs.
let rules: PaletteLookup = () => undefined

self.addEventListener('message', async ({ data }: MessageEvent<ToCheck>) => {
  if ('facts' in data) {
    rules = rulesOfDescriptors(data.facts.descriptors, data.facts.eventTypes)
    return
  }
  const checked: Checked = { id: data.id, problems: await checkGraph(data.graph, rules) }
  self.postMessage(checked)
})
