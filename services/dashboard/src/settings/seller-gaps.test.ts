import { expect, test } from 'vitest'
import { sellerGaps } from './seller-gaps.ts'

const complete = {
  name: 'Harbour Studio',
  line1: '1 Quay',
  postalCode: '69001',
  city: 'Lyon',
  country: 'FR',
  taxId: 'FR40987654321',
  registration: '987 654 321',
}

test('a complete seller has no gaps', () => {
  expect(sellerGaps(complete)).toEqual([])
})

test('the gaps name each detail that the law asks for', () => {
  expect(sellerGaps({})).toEqual([
    'Missing: the address, the postal code, the city, the country, and the VAT number.',
  ])
  expect(sellerGaps({ ...complete, registration: null })).toEqual([
    'Missing: the registration (SIREN).',
  ])
  expect(sellerGaps({ ...complete, country: 'DE', taxId: null })).toEqual([])
})

test('a VAT number of another form is named', () => {
  expect(sellerGaps({ ...complete, taxId: 'FR4' })).toEqual([
    expect.stringContaining('VAT number: '),
  ])
})
