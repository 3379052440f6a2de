import { expect, test } from 'vitest'
import { countryOfVatId, hasVatForm, isInUnion, normaliseTaxId, readVatId } from './vat-id.ts'

test.each([
  ['fr 40 987.654-321', 'FR40987654321', 'FR'],
  ['EL123456789', 'EL123456789', 'GR'],
  ['IE1234567FA', 'IE1234567FA', 'IE'],
  ['NL123456789B01', 'NL123456789B01', 'NL'],
  ['NO123456789MVA', 'NO123456789MVA', 'NO'],
  ['XI123456789', 'XI123456789', 'GB'],
  ['XIHA123', 'XIHA123', 'GB'],
  ['GBGD123', 'GBGD123', 'GB'],
])('reads %s as the VAT identifier %s of %s', (taxId, vatId, country) => {
  expect([readVatId(taxId), countryOfVatId(taxId)]).toEqual([vatId, country])
})

test.each([
  ['GBGD1234', 'GB'],
  ['XI12', 'GB'],
  ['123456789MVA', null],
  ['12-3456789', null],
  ['', null],
  [null, null],
])('rejects %s as a VAT identifier although it begins like those of %s', (taxId, country) => {
  expect([readVatId(taxId), countryOfVatId(taxId)]).toEqual([null, country])
})

test('lists the union and the countries with known forms as ISO 3166-1 codes', () => {
  expect(['GR', 'FR', 'EL', 'XI', 'GB', 'NO', null].filter(isInUnion)).toEqual(['GR', 'FR'])
  expect(['GR', 'GB', 'NO', 'CH', 'EL', 'XI', 'US'].filter(hasVatForm)).toEqual([
    'GR',
    'GB',
    'NO',
    'CH',
  ])
})

test.each([
  ['123456789', 'DE', 'DE123456789'],
  ['DE 123.456-789', 'DE', 'DE123456789'],
  ['GR123456789', 'GR', 'EL123456789'],
  ['123456789', 'GR', 'EL123456789'],
  ['GR123456789', null, 'EL123456789'],
  ['12345678', 'AT', 'ATU12345678'],
  ['u12345678', 'AT', 'ATU12345678'],
  ['0123456789', 'BE', 'BE0123456789'],
  ['123456789', 'BE', 'BE0123456789'],
  ['40987654321', 'FR', 'FR40987654321'],
  ['123456789MVA', 'NO', 'NO123456789MVA'],
  ['CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
  ['DE123456789', 'FR', 'DE123456789'],
  ['XI123456789', 'GB', 'XI123456789'],
  ['12-3456789', 'US', '12-3456789'],
  [' whatever ', null, 'whatever'],
  [' ', 'DE', null],
  [null, 'DE', null],
])('normalises %j of %s to %j', (given, country, taxId) => {
  expect(normaliseTaxId(given, country)).toEqual({ taxId })
})

test.each([
  ['12345678', 'DE', 'DE123456789'],
  ['DE12345678', null, 'DE123456789'],
  ['DE12345678', 'FR', 'DE123456789'],
  ['GR12', 'GR', 'EL123456789'],
  ['12/345/67890', 'DE', 'DE123456789'],
])('rejects %j of %s and suggests a form such as %s', (given, country, example) => {
  expect(normaliseTaxId(given, country)).toEqual({ example })
})

test("keeps a seller's national tax number but rejects a number with a country prefix in a wrong form", () => {
  expect(normaliseTaxId('12/345/67890', 'DE', { national: true })).toEqual({
    taxId: '12/345/67890',
  })
  expect(normaliseTaxId('123456789', 'DE', { national: true })).toEqual({ taxId: 'DE123456789' })
  expect(normaliseTaxId('DE12', 'DE', { national: true })).toEqual({ example: 'DE123456789' })
})
