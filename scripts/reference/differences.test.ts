import { expect, test } from 'vitest'
import { differences } from './differences.ts'

test('lists differing keys and types with their paths, but not differing values', () => {
  expect(differences({ a: 1, b: ['x'] }, { a: 2, b: ['y', 'z'] })).toEqual([])
  expect(differences({ a: 1 }, { a: '1' })).toEqual(['a'])
  expect(differences({ a: { b: 1 } }, { a: { c: 1 } })).toEqual(['a.b', 'a.c'])
  expect(differences({ items: [{ id: 'x' }] }, { items: [{ id: 1 }] })).toEqual(['items.0.id'])
  expect(differences({ a: [] }, { a: {} })).toEqual(['a'])
})

test('ignores the shape of null and of an empty list', () => {
  expect(differences({ a: null, b: [] }, { a: { c: 1 }, b: [{ d: 1 }] })).toEqual([])
})
