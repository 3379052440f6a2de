import type { NodeDescriptor } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { indexPage, nodePage, nodePages, typeInWords } from './node-pages.ts'

const node: NodeDescriptor = {
  type: 'shorten',
  label: 'Shorten',
  description: 'Cuts the summary',
  category: 'enrich',
  mode: 'deterministic',
  outputs: ['main'],
  emits: [{ name: 'summary', label: 'Summary', type: 'text', example: 'Bread | rolls' }],
  keywords: ['cut', 'trim'],
  skillable: false,
  inputs: {
    type: 'object',
    properties: {
      length: { type: 'integer', default: 280, description: 'Characters | to keep' },
      where: { enum: ['start', 'end'] },
      parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
    required: ['where'],
  },
}

test("shows a node's facts, parameters and example on its page", () => {
  const page = nodePage(node, {
    about: 'Short.',
    params: { length: 3 },
    items: [{ json: { summary: 'abcdef' } }],
    outputs: { main: [{ json: { summary: 'abc' } }] },
    message: 'Cut',
  })
  expect(page).toContain('# Shorten\n\nCuts the summary.\n')
  expect(page).toContain('| `length` | whole number | `280` | Characters \\| to keep |')
  expect(page).toContain('| `where` | `start`, `end` | required |  |')
  expect(page).toContain('| `parts` | list of object |  |  |\n| `parts[].name` | text |  |  |')
  expect(page).toContain(
    'Items that leave on `main`:\n\n```json\n[\n  {\n    "json": {\n      "summary": "abc"',
  )
  expect(page).toContain('| search words | cut, trim |')
  expect(page).toContain('| `summary` | Summary | text | `Bread \\| rolls` |')
  expect(page).toContain('The run shows: "Cut"')
})

test('names the parameter for further outputs on a page', () => {
  const page = nodePage({ ...node, outputsFrom: { list: 'parts', key: 'name' } }, undefined)
  expect(page).toContain('| outputs | one for each `parts[].name`, `main` |')
})

test('writes types in words', () => {
  const words = [
    { type: 'string' },
    { type: 'string', format: 'connector' },
    { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    {},
  ].map(typeInWords)
  expect(words).toEqual(['text', 'account', 'text or list of text', 'any value'])
})

test("links every node's page from the index", () => {
  expect(indexPage([node])).toContain(
    '| [Shorten](shorten.md) | `shorten` | enrich | Cuts the summary |',
  )
  expect([...nodePages([node], {}).keys()]).toEqual(['README.md', 'shorten.md'])
})
