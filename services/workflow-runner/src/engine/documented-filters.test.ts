import { readFileSync } from 'node:fs'
import { compileParameters, filterList, paramProblems } from '@atrium/workflow-rules'
import { expect, test } from 'vitest'
import { z } from 'zod'

const page = readFileSync(
  new URL('../../../../docs/reference/expressions.md', import.meta.url),
  'utf8',
)
const row = /^\| `(\{\{ [^\n]+ \}\})` \| `([^\n]+)` \| `([^\n]+)` \|$/gm
const examples = [...page.matchAll(row)].map(([, expression = '', value = '', result = '']) => ({
  expression: expression.replaceAll(String.raw`\|`, '|'),
  value: JSON.parse(value) as unknown,
  result: JSON.parse(result) as unknown,
}))

test('documents an example of each filter', () => {
  const documented = examples.map(({ expression }) => /\| (\w+)/.exec(expression)?.[1])
  expect(new Set(documented)).toEqual(new Set(filterList.map(({ name }) => name)))
})

test.each(examples)('returns the documented result when $expression runs', (example) => {
  const { expression, value, result } = example
  expect(paramProblems(z.looseObject({}), { expression }).problems).toEqual([])
  const scope = { json: { value }, node: () => undefined }
  expect(compileParameters(expression).resolve(scope)).toEqual(result)
})
