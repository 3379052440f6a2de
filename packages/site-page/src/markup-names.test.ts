import { expect, test } from 'vitest'
import { listFields, usedNames } from './markup-names.ts'
import { parseMarkup } from './parse-markup.ts'

const markup = parseMarkup(
  '{{ title }}{{#each offers}}{{ index }}{{ name }}{{#if price}}{{ price }} {{ currency }}{{/if}}{{#each tags}}{{ tag }}{{/each}}{{else}}{{ none }}{{/each}}{{#each lines}}{{ this }}{{/each}}',
)

test('finds the item fields that markup shows for a list', () => {
  expect(listFields(markup, 'offers', new Set(['title', 'currency']))).toEqual([
    'name',
    'price',
    'tags',
  ])
  expect(listFields(markup, 'lines', new Set())).toEqual([])
  expect(listFields(markup, 'unused', new Set())).toEqual([])
})

test('finds the variables that markup uses outside list items', () => {
  expect(usedNames(markup)).toEqual([
    { name: 'title', isList: false },
    { name: 'offers', isList: true },
    { name: 'none', isList: false },
    { name: 'lines', isList: true },
  ])
})
