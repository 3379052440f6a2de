import type { ReadWorkflow, WorkflowGraph } from '@atrium/contracts'
import { addNote } from '../graph/edits.ts'
import { freeId } from '../graph/node-names.ts'
import { groupNotes } from './group-notes.ts'

const longest = 5_000
const mostNotes = 500
/** A note is 232 pixels wide. */
const distance = 280

/**
 * Returns the graph with a note to its left that lists what to mend, because the import's own list
 * is gone once the workflow is created.
 */
export function noteWhatToMend({ graph, notes }: Pick<ReadWorkflow, 'graph' | 'notes'>) {
  const steps = groupNotes(notes).steps.filter(({ outcome }) => outcome !== 'mapped')
  if (steps.length === 0 || (graph.notes?.length ?? 0) >= mostNotes) return graph
  const lines = steps.flatMap(({ name, notes: own }) =>
    own.filter(({ outcome }) => outcome !== 'mapped').map(({ message }) => `${name}: ${message}`),
  )
  const text = ['To mend after the import:', ...lines].join('\n\n')
  const drawn = [...graph.nodes, ...(graph.notes ?? [])]
  return addNote({
    id: freeId(new Set(drawn.map(({ id }) => id))),
    text: text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`,
    position: findPlace(drawn),
  })(graph)
}

function findPlace(drawn: readonly Pick<WorkflowGraph['nodes'][number], 'position'>[]) {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { position } of drawn) {
    left = Math.min(left, position.x)
    top = Math.min(top, position.y)
  }
  return drawn.length === 0 ? { x: 0, y: 0 } : { x: left - distance, y: top }
}
