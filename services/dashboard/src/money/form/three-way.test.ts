import { expect, test } from 'vitest'
import { isSameDraft, threeWay, withParts } from './three-way.ts'

const parts = { name: ['name'], lines: ['lines', 'offer'] } as const
const base = { name: 'Ada', lines: [{ key: 'a', text: 'Bread' }], offer: 'off_1' as string | null }

test('merges changes of different parts', () => {
  const mine = { ...base, name: 'Ada Winter' }
  const theirs = { ...base, lines: [{ key: 'b', text: 'Rolls' }], offer: null }
  expect(threeWay(parts, base, mine, theirs)).toEqual({
    merged: { name: 'Ada Winter', lines: theirs.lines, offer: null },
    clashes: [],
  })
})

test('reports a clash if both sides changed a part differently, and none if both made the same change', () => {
  const mine = { ...base, name: 'Ada Winter', lines: [] }
  const theirs = { ...base, name: 'Ada Summer', lines: [] }
  expect(threeWay(parts, base, mine, theirs)).toEqual({ merged: mine, clashes: ['name'] })
  expect(withParts(parts, mine, theirs, new Set(['name']))).toEqual(theirs)
})

test('ignores the keys of lines when it compares drafts', () => {
  const other = { ...base, lines: [{ key: 'z', text: 'Bread' }] }
  expect(isSameDraft(parts, base, other)).toBe(true)
  expect(threeWay(parts, base, { ...base, name: 'Bo' }, other)).toMatchObject({ clashes: [] })
})

test('reports no clash if only more tickets of a type were sold in between', () => {
  const types = (sold: number, name = 'Entry') => ({
    types: [{ key: 'a', name, known: { id: 'tty_1', sold } }],
  })
  const kinds = { types: ['types'] } as const
  expect(threeWay(kinds, types(3), types(3, 'Door'), types(5))).toMatchObject({ clashes: [] })
})
