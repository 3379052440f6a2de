import { expect, test } from 'vitest'
import { isSameDraft, threeWay, withParts } from './three-way.ts'

const parts = { name: ['name'], lines: ['lines', 'offer'] } as const
const base = { name: 'Ada', lines: [{ key: 'a', text: 'Bread' }], offer: 'off_1' as string | null }

test('changes of different parts go together', () => {
  const mine = { ...base, name: 'Ada Winter' }
  const theirs = { ...base, lines: [{ key: 'b', text: 'Rolls' }], offer: null }
  expect(threeWay(parts, base, mine, theirs)).toEqual({
    merged: { name: 'Ada Winter', lines: theirs.lines, offer: null },
    clashes: [],
  })
})

test('a part that both have changed differently clashes, and the same change does not', () => {
  const mine = { ...base, name: 'Ada Winter', lines: [] }
  const theirs = { ...base, name: 'Ada Summer', lines: [] }
  expect(threeWay(parts, base, mine, theirs)).toEqual({ merged: mine, clashes: ['name'] })
  expect(withParts(parts, mine, theirs, new Set(['name']))).toEqual(theirs)
})

test('lines are the same by their content, whatever their keys', () => {
  const other = { ...base, lines: [{ key: 'z', text: 'Bread' }] }
  expect(isSameDraft(parts, base, other)).toBe(true)
  expect(threeWay(parts, base, { ...base, name: 'Bo' }, other)).toMatchObject({ clashes: [] })
})

test('a ticket type of which more was sold meanwhile is the same', () => {
  const types = (sold: number, name = 'Entry') => ({
    types: [{ key: 'a', name, known: { id: 'tty_1', sold } }],
  })
  const kinds = { types: ['types'] } as const
  expect(threeWay(kinds, types(3), types(3, 'Door'), types(5))).toMatchObject({ clashes: [] })
})
