import { expect, test } from 'vitest'
import { findCircles, findRoom, readImports } from './find-circles.ts'

test('finds every import cycle once, and none if imports only branch', () => {
  expect(
    findCircles([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ]),
  ).toEqual([])
  expect(
    findCircles([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
      ['d', 'e'],
      ['e', 'd'],
    ]),
  ).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('reads imports and re-exports and tells types from values', () => {
  const source = `import { a } from './a.ts'
    import type { B } from './b.ts'
    import { type C } from '../c.ts'
    import './side-effect.ts'
    import { z } from 'zod'
    export * from './d.ts'
    export type { E } from './e.ts'`
  expect(readImports('services/x/src/room/file.ts', source)).toEqual([
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/room/a.ts', typeOnly: false },
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/room/b.ts', typeOnly: true },
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/c.ts', typeOnly: true },
    {
      from: 'services/x/src/room/file.ts',
      to: 'services/x/src/room/side-effect.ts',
      typeOnly: false,
    },
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/room/d.ts', typeOnly: false },
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/room/e.ts', typeOnly: true },
  ])
})

test('follows import() of a literal address but not of a type or variable', () => {
  const source = `const late = () => import('./a.ts')
    export const load = async (name: string) => (await import(name)).default
    type A = typeof import('./b.ts')
    const quoted = import("../c.ts")`
  expect(readImports('services/x/src/room/file.ts', source)).toEqual([
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/room/a.ts', typeOnly: false },
    { from: 'services/x/src/room/file.ts', to: 'services/x/src/c.ts', typeOnly: false },
  ])
})

test('takes the first folder below src as the feature folder', () => {
  expect(findRoom('services/board-service/src/cards/deep/card.ts')).toBe(
    'services/board-service/src/cards',
  )
  expect(findRoom('services/board-service/src/deps.ts')).toBeUndefined()
})
