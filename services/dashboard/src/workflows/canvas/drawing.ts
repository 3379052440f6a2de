import type { WorkflowGraph } from '@atrium/contracts'
import { hashKey } from '@tanstack/react-query'
import type { ReadWorkflow } from '../workflow-queries.ts'

/** Everything of a workflow that its page edits, and undo goes back through. */
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

/** Whether two drawings are the same; the platform answers the members of an object in another order. */
export const isSameDrawing = (one: Drawing, other: Drawing): boolean =>
  one === other || hashKey([one]) === hashKey([other])

/** The sides that have changed a drawing since both began with `base`; `same` when they made the same of it. */
export function mergeDrawings(base: Drawing | undefined, mine: Drawing, theirs: Drawing) {
  if (isSameDrawing(mine, theirs)) return 'same'
  if (base === undefined) return 'both'
  if (isSameDrawing(base, theirs)) return 'only mine'
  return isSameDrawing(base, mine) ? 'only theirs' : 'both'
}
