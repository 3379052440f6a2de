import { expect, test } from 'vitest'
import { listFields, usedNames } from './markup-names.ts'
import { parseMarkup } from './parse-markup.ts'

const markup = parseMarkup(
  '{{ title }}{{#each offers}}{{ index }}{{ name }}{{#if price}}{{ price }} {{ currency }}{{/if}}{{#each tags}}{{ tag }}{{/each}}{{else}}{{ none }}{{/each}}{{#each lines}}{{ this }}{{/each}}',
)

test('the members that markup shows of the items of a list are the fields of an item', () => {
  expect(listFields(markup, 'offers', new Set(['title', 'currency']))).toEqual(['name', 'price', 'tags'])
  expect(listFields(markup, 'lines', new Set())).toEqual([])
  expect(listFields(markup, 'unused', new Set())).toEqual([])
})

test('the names that markup uses outside of the items of a list are variables of the template', () => {
  expect(usedNames(markup)).toEqual([
    { name: 'title', isList: false },
    { name: 'offers', isList: true },
    { name: 'none', isList: false },
    { name: 'lines', isList: true },
  ])
})
