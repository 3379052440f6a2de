import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { isSameDrawing, mergeDrawings } from './drawing.ts'

const drawing = (name: string): Drawing => ({
  name,
  description: null,
  graph: { nodes: [], edges: [] },
})
const [base, mine, theirs] = [drawing('base'), drawing('mine'), drawing('theirs')]

test("treats two drawings as equal if only their members' order differs", () => {
  const node = { id: 'n', type: 'limit', name: 'Limit', position: { x: 1, y: 2 } }
  const drawn = (params: Record<string, unknown>): Drawing => ({
    ...base,
    graph: { nodes: [{ ...node, params }], edges: [] },
  })
  expect(isSameDrawing(drawn({ a: 1, b: [2] }), drawn({ b: [2], a: 1 }))).toBe(true)
  expect(isSameDrawing(drawn({ a: 1 }), drawn({ a: 2 }))).toBe(false)
})

test('asks for a choice only if both sides have changed the drawing', () => {
  expect(mergeDrawings(base, mine, mine)).toBe('same')
  expect(mergeDrawings(base, mine, base)).toBe('only mine')
  expect(mergeDrawings(base, base, theirs)).toBe('only theirs')
  expect(mergeDrawings(base, mine, theirs)).toBe('both')
})

test('asks before it stores a draft with an unknown base over another version', () => {
  expect(mergeDrawings(undefined, mine, theirs)).toBe('both')
  expect(mergeDrawings(undefined, mine, mine)).toBe('same')
})
