import type { ImportNote, ImportOutcome, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { noteWhatToMend } from './note-what-to-mend.ts'

const note = (nodeName: string, outcome: ImportOutcome, message = 'Look'): ImportNote => ({
  nodeName,
  type: 'x',
  outcome,
  message,
})
const graph: WorkflowGraph = {
  nodes: [
    {
      id: 'a',
      type: 'trigger.manual',
      name: 'A',
      params: {},
      position: { x: 40, y: 80 },
    },
  ],
  edges: [],
}

test('lists what to mend in a note to the left, the missing steps first', () => {
  const notes = [note('A', 'mapped'), note('B', 'approximated', 'Check it'), note('C', 'missing')]
  expect(noteWhatToMend({ graph, notes }).notes).toEqual([
    {
      id: expect.any(String),
      text: 'To mend after the import:\n\nC: Look\n\nB: Check it',
      position: { x: -240, y: 80 },
    },
  ])
})

test('adds no note if nothing is to mend or the graph has as many notes as it may', () => {
  expect(noteWhatToMend({ graph, notes: [note('A', 'mapped')] })).toBe(graph)
  const position = { x: 0, y: 0 }
  const full = {
    ...graph,
    notes: Array.from({ length: 500 }, (_, at) => ({ id: `note-${at}`, text: '', position })),
  }
  expect(noteWhatToMend({ graph: full, notes: [note('A', 'missing')] })).toBe(full)
})

test('cuts a list that is longer than a note may be', () => {
  const notes = Array.from({ length: 400 }, (_, at) =>
    note(`Step ${at}`, 'missing', 'x'.repeat(50)),
  )
  expect(noteWhatToMend({ graph, notes }).notes?.[0]?.text).toHaveLength(5_000)
})
