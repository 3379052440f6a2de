import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { describeClash } from './describe-clash.ts'

const step = (params: Record<string, unknown>, name = 'Card'): WorkflowNode => ({
  id: 'a',
  type: 'create_card',
  name,
  params,
  position: { x: 0, y: 0 },
})

test('lists only the settings that differ', () => {
  const [mine, theirs] = [step({ title: 'Call', dueDate: '1' }), step({ dueDate: '1' }, 'New card')]
  expect(describeClash({ field: 'step a', mine, theirs })).toEqual({
    label: 'Card',
    mine: 'Name: Card\nTitle: Call',
    theirs: 'Name: New card\nTitle: Nothing',
  })
})

test('says which side deleted a step', () => {
  expect(describeClash({ field: 'step a', mine: undefined, theirs: step({}) })).toEqual({
    label: 'Card',
    mine: 'Deleted',
    theirs: 'Kept, with changes',
  })
})

test('names a note and the parts of the workflow', () => {
  const note = (text: string) => ({ id: 'n', text, position: { x: 0, y: 0 } })
  expect(describeClash({ field: 'note n', mine: note('1'), theirs: note('') })).toEqual({
    label: 'Note',
    mine: '1',
    theirs: 'Nothing',
  })
  expect(describeClash({ field: 'description', mine: null, theirs: 'B' })).toEqual({
    label: 'Description',
    mine: 'Nothing',
    theirs: 'B',
  })
})
