import { expect, test, vi } from 'vitest'
import { createSelection } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: ReturnType<typeof createSelection>) => [...selection.get()].sort()

test('a card is chosen and taken back', () => {
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
])('a range from %s to %s takes everything between, in either direction', (from, to, expected) => {
  const selection = createSelection(() => order)
  selection.toggle(from)
  selection.extendTo(to)
  expect(chosen(selection)).toEqual(expected)
})

test('a range without a beginning on the board is one card, and keeps what was chosen', () => {
  const selection = createSelection(() => order)
  selection.extendTo('b')
  expect(chosen(selection)).toEqual(['b'])
  selection.toggle('gone')
  selection.extendTo('e')
  expect(chosen(selection)).toEqual(['b', 'e', 'gone'])
})

test('a range begins anew after the selection is cleared', () => {
  const selection = createSelection(() => order)
  selection.toggle('a')
  selection.clear()
  selection.extendTo('d')
  expect(chosen(selection)).toEqual(['d'])
})
