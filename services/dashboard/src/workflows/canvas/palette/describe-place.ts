import type { WorkflowGraph } from '@atrium/contracts'
import { findNode } from '../../graph/graph.ts'
import type { Place } from '../../graph/new-node.ts'

/** Says where the next step goes. */
export function describePlace(place: Place, graph: WorkflowGraph): string {
  if ('edge' in place) return 'The step goes between these two steps.'
  if ('behind' in place)
    return `The step follows “${findNode(graph, place.behind)?.name ?? ''}”. Drag it to put it elsewhere.`
  return 'Click a step, press Enter, or drag it to the canvas.'
}
