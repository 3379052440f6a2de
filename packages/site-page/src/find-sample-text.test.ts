import type { TemplateVariable } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findSampleText, removeSampleText } from './find-sample-text.ts'

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

test('removes only the text of the template, and keeps what a user has written', () => {
  const [headline, , , services] = variables
  if (headline === undefined || services === undefined) throw new Error('no variables')
  expect(removeSampleText(headline, undefined)).toBe('')
  expect(removeSampleText(services, undefined)).toEqual([])
  const [sample] = services.default as object[]
  expect(
    removeSampleText(services, [sample, { name: 'Sails', text: ' What is in it', price: 90 }, 7]),
  ).toEqual([{ name: 'Sails', text: '', price: 90 }])
})
