import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { isSameDrawing } from './drawing.ts'

const base: Drawing = { name: 'base', description: null, graph: { nodes: [], edges: [] } }

test("treats two drawings as equal if only their members' order differs", () => {
  const node = { id: 'n', type: 'limit', name: 'Limit', position: { x: 1, y: 2 } }
  const drawn = (params: Record<string, unknown>): Drawing => ({
    ...base,
    graph: { nodes: [{ ...node, params }], edges: [] },
  })
  expect(isSameDrawing(drawn({ a: 1, b: [2] }), drawn({ b: [2], a: 1 }))).toBe(true)
  expect(isSameDrawing(drawn({ a: 1 }), drawn({ a: 2 }))).toBe(false)
})
