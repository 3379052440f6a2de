import type { TemplateVariable } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findSampleText } from './find-sample-text.ts'

const variables: TemplateVariable[] = [
  { name: 'headline', type: 'text', default: 'Good work, on time' },
  { name: 'contact', type: 'text', default: '' },
  { name: 'accent', type: 'color', default: '#1d4ed8' },
  { name: 'services', type: 'list', default: [{ name: 'First service', text: 'What is in it' }] },
]
const find = (values: Record<string, unknown>) =>
  findSampleText(variables, values).map(({ name }) => name)

test('names the texts that are still the template’s own', () => {
  expect(find({})).toEqual(['headline', 'services'])
  expect(find({ headline: null, services: [] })).toEqual(['headline'])
  expect(find({ headline: ' Good work, on time ', services: [] })).toEqual(['headline'])
})

test('names a list when one text of one item is still the template’s own', () => {
  const mine = { name: 'Sails', text: 'Made here' }
  expect(find({ headline: 'Sails', services: [mine] })).toEqual([])
  expect(
    find({ headline: 'Sails', services: [mine, { name: 'Rope', text: 'What is in it' }] }),
  ).toEqual(['services'])
})
