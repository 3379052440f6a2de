import type { NodeDescriptor, WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { describeClash } from './describe-clash.ts'

const secret = { type: 'string', format: 'password' }
const inputs = {
  type: 'object',
  properties: { signature: { type: 'object', properties: { secret } }, key: secret },
}
const palette = new Map([['create_card', { inputs } as unknown as NodeDescriptor]])
const step = (params: Record<string, unknown>, name = 'Card'): WorkflowNode => ({
  id: 'a',
  type: 'create_card',
  name,
  params,
  position: { x: 0, y: 0 },
})

test('lists only the settings that differ', () => {
  const [mine, theirs] = [step({ title: 'Call', dueDate: '1' }), step({ dueDate: '1' }, 'New card')]
  expect(describeClash({ field: 'step a', mine, theirs }, palette)).toEqual({
    label: 'Card',
    mine: 'Name: Card\nTitle: Call',
    theirs: 'Name: New card\nTitle: Nothing',
  })
})

test('says which side deleted a step', () => {
  expect(describeClash({ field: 'step a', mine: undefined, theirs: step({}) }, palette)).toEqual({
    label: 'Card',
    mine: 'Deleted',
    theirs: 'Kept, with changes',
  })
})

test('names a note and the parts of the workflow', () => {
  const note = (text: string) => ({ id: 'n', text, position: { x: 0, y: 0 } })
  expect(describeClash({ field: 'note n', mine: note('1'), theirs: note('') }, palette)).toEqual({
    label: 'Note',
    mine: '1',
    theirs: 'Nothing',
  })
  expect(describeClash({ field: 'description', mine: null, theirs: 'B' }, palette)).toEqual({
    label: 'Description',
    mine: 'Nothing',
    theirs: 'B',
  })
})

test('shows no code and no secret of the settings', () => {
  const mine = step({
    title: 'Call {{ $json.customerName }}',
    signature: { secret: 'a-new-secret' },
    key: 'hunter22',
    fields: [{ name: 'total', value: '{{ $json.amount }}' }],
  })
  const { mine: words } = describeClash({ field: 'step a', mine, theirs: step({}) }, palette)
  expect(words.split('\n')).toEqual([
    'Title: Call [Customer name]',
    'Signature: Changed',
    'Key: Changed',
    'Fields: Name: total, Value: [Amount]',
  ])
})
