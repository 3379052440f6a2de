import { expect, test, vi } from 'vitest'
import { createSelection } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: ReturnType<typeof createSelection>) => [...selection.get()].sort()

test('selects a card, and deselects it when it is toggled again', () => {
  const selection = createSelection(() => order)
  const changed = vi.fn()
  selection.subscribe(changed)
  selection.toggle('b')
  selection.toggle('d')
  selection.toggle('b')
  expect(chosen(selection)).toEqual(['d'])
  expect(changed).toHaveBeenCalledTimes(3)
})

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
])('selects everything when a range goes from %s to %s', (from, to, expected) => {
  const selection = createSelection(() => order)
  selection.toggle(from)
  selection.extendTo(to)
  expect(chosen(selection)).toEqual(expected)
})

test('adds one card if the range has no start on the board', () => {
  const selection = createSelection(() => order)
  selection.extendTo('b')
  expect(chosen(selection)).toEqual(['b'])
  selection.toggle('gone')
  selection.extendTo('e')
  expect(chosen(selection)).toEqual(['b', 'e', 'gone'])
})

test('starts a new range after the selection is cleared', () => {
  const selection = createSelection(() => order)
  selection.toggle('a')
  selection.clear()
  selection.extendTo('d')
  expect(chosen(selection)).toEqual(['d'])
})
