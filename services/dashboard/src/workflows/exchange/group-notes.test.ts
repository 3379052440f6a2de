import type { ImportNote, ImportOutcome } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { groupNotes } from './group-notes.ts'

const note = (nodeName: string, outcome: ImportOutcome): ImportNote => ({
  nodeName,
  type: 'x',
  outcome,
  message: outcome,
})

test('puts the steps that need most work first and counts each step once', () => {
  const { steps, counts } = groupNotes([
    note('a', 'mapped'),
    note('b', 'approximated'),
    note('c', 'mapped'),
    note('b', 'missing'),
  ])
  expect(steps.map(({ name, outcome, notes }) => [name, outcome, notes.length])).toEqual([
    ['b', 'missing', 2],
    ['a', 'mapped', 1],
    ['c', 'mapped', 1],
  ])
  expect(counts).toEqual({ mapped: 2, approximated: 0, missing: 1 })
})
