import { expect, test } from 'vitest'
import { countryOfVatId, hasVatForm, isInUnion, vatIdOf } from './vat-id.ts'

test.each([
  ['fr 40 987.654-321', 'FR40987654321', 'FR'],
  ['EL123456789', 'EL123456789', 'GR'],
  ['IE1234567FA', 'IE1234567FA', 'IE'],
  ['NL123456789B01', 'NL123456789B01', 'NL'],
  ['NO123456789MVA', 'NO123456789MVA', 'NO'],
  ['XI123456789', 'XI123456789', 'GB'],
  ['XIHA123', 'XIHA123', 'GB'],
  ['GBGD123', 'GBGD123', 'GB'],
])('%s is the VAT identifier %s of %s', (taxId, vatId, country) => {
  expect([vatIdOf(taxId), countryOfVatId(taxId)]).toEqual([vatId, country])
})

test.each([
  ['GBGD1234', 'GB'],
  ['XI12', 'GB'],
  ['123456789MVA', null],
  ['12-3456789', null],
  ['', null],
  [null, null],
])('%s is no VAT identifier; it begins as those of %s', (taxId, country) => {
  expect([vatIdOf(taxId), countryOfVatId(taxId)]).toEqual([null, country])
})

test('the union and the countries of known forms are ISO 3166-1', () => {
  expect(['GR', 'FR', 'EL', 'XI', 'GB', 'NO', null].filter(isInUnion)).toEqual(['GR', 'FR'])
  expect(['GR', 'GB', 'NO', 'CH', 'EL', 'XI', 'US'].filter(hasVatForm)).toEqual(['GR', 'GB', 'NO', 'CH'])
})
