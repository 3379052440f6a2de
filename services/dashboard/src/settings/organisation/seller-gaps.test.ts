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

test('finds no gaps if the seller is complete', () => {
  expect(sellerGaps(complete)).toEqual([])
})

test('names every missing detail that the law requires', () => {
  expect(sellerGaps({})).toEqual([
    'Missing: the address, the city, the country, the postal code, and the VAT number.',
  ])
  expect(sellerGaps({ ...complete, registration: null })).toEqual([
    'Missing: the registration number.',
  ])
  expect(sellerGaps({ ...complete, country: 'DE', taxId: null })).toEqual([
    'Missing: the VAT number.',
  ])
  const german = { ...complete, country: 'DE', taxId: null, taxNumber: '22/345/67890' }
  expect(sellerGaps(german)).toEqual([])
  expect(sellerGaps({ ...german, legalForm: 'GmbH', registration: null })).toEqual([
    'Missing: the registration number.',
  ])
})

test('reports a VAT number with a wrong format', () => {
  expect(sellerGaps({ ...complete, taxId: 'FR4' })).toEqual([
    expect.stringContaining('VAT number: '),
  ])
})
