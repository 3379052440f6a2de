import { expect, test } from 'vitest'
import { freeId, freeName } from './node-names.ts'

test.each([
  ['Sort', [], 'Sort'],
  ['Sort', ['Sort'], 'Sort 2'],
  ['Sort', ['Sort', 'Sort 2', 'Sort 4'], 'Sort 3'],
  ['Sort 2', ['Sort', 'Sort 2'], 'Sort 3'],
])('makes a free name from %j if %j are taken: %j', (wanted, taken, name) => {
  expect(freeName(wanted, new Set(taken))).toBe(name)
})

test('makes another id if the id is taken', () => {
  const made = ['aaaaaaaa', 'bbbbbbbb']
  expect(freeId(new Set(['n_aaaaaaaa']), () => made.shift() ?? '')).toBe('n_bbbbbbbb')
})
