import type { WorkflowGraph } from '@atrium/contracts'
import { hashKey } from '@tanstack/react-query'
import type { ReadWorkflow } from '../../workflow-queries.ts'

/** The editable parts of a workflow. Undo restores them. */
export interface Drawing {
  readonly name: string
  readonly description: string | null
  readonly graph: WorkflowGraph
}

export const toDrawing = ({ name, description, graph }: ReadWorkflow): Drawing => ({
  name,
  description,
  graph,
})

/**
 * True if two drawings are equal. The platform may return the members of an object in another
 * order.
 */
export const isSameDrawing = (one: Drawing, other: Drawing): boolean =>
  one === other || hashKey([one]) === hashKey([other])
