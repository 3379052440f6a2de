import { expect, test } from 'vitest'
import { findExcesses, formatBudget, lowerBudget } from './budget.ts'
import { findArea, measureProse } from './measure.ts'
import { formatTable } from './table.ts'

const files = [
  {
    path: 'packages/http/src/a.ts',
    text: '// It stands here because it must.\n// The request is over.\nexport const nameOf = () => 1\n',
  },
  {
    path: 'packages/http/src/a.test.ts',
    text: "// Answers nothing.\ntest('a when b', () => {})\n",
  },
  { path: 'docs/a.md', text: 'One page.\n\nIt goes on.\n' },
  { path: 'services/dashboard/src/a.tsx', text: 'export const A = () => <p>Every channel</p>\n' },
  {
    path: 'services/dashboard/src/a.test.tsx',
    text: 'export const A = () => <p>Every channel</p>\n',
  },
]
const measured = measureProse(files)

test('sorts files into services, packages, scripts and documents', () => {
  expect(
    ['services/board-service/src/a.ts', 'packages/http/README.md', 'scripts/a.ts', 'README.md'].map(
      findArea,
    ),
  ).toEqual(['services/board-service', 'packages/http', 'scripts', 'docs'])
})

test('names file and line of each violation', () => {
  const found = [...measured.values()].flatMap(({ violations }) =>
    violations.map(({ rule, file, line }) => `${file}:${line} ${rule}`),
  )
  expect(found).toEqual([
    'packages/http/src/a.test.ts:1 phrases',
    'packages/http/src/a.ts:1 phrases',
    'packages/http/src/a.ts:2 phrases',
    'packages/http/src/a.ts:3 endingInOf',
    'docs/a.md:3 phrases',
    'services/dashboard/src/a.tsx:1 pageWords',
  ])
})

test('counts comment words, but not those in tests', () => {
  const http = measured.get('packages/http')
  expect(http).toMatchObject({ words: 10, functions: 1, testNames: 1, conditionalNames: 1 })
  expect(http?.counts).toMatchObject({ because: 1, of: 0 })
  expect(formatTable(measured)).toContain('packages/http')
})

test('reports an area when it exceeds its budget, and none within it', () => {
  const budget = {
    'packages/http': { phrases: 3, endingInOf: 1 },
    docs: { phrases: 5 },
    'services/dashboard': { pageWords: 1 },
  }
  expect(findExcesses(measured, budget)).toEqual([])
  const excesses = findExcesses(measured, { ...budget, 'packages/http': { phrases: 2 } })
  expect(excesses.map(({ area, rule, count, allowed }) => [area, rule, count, allowed])).toEqual([
    ['packages/http', 'endingInOf', 1, 0],
    ['packages/http', 'phrases', 3, 2],
  ])
})

test('lowers a budget to what is left, never raises it, and drops areas that no longer exist', () => {
  const lowered = lowerBudget(measured, {
    'packages/http': { phrases: 2 },
    docs: { phrases: 5 },
    'packages/gone': { phrases: 9 },
  })
  expect(lowered).toEqual({ 'packages/http': { phrases: 2 }, docs: { phrases: 1 } })
  expect(JSON.parse(formatBudget(lowered))).toEqual(lowered)
})
