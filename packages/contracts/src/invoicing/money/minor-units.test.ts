import { expect, test } from 'vitest'
import { minorDigits } from './minor-units.ts'

test.each([
  [
    0,
    [
      'BIF',
      'CLP',
      'DJF',
      'GNF',
      'ISK',
      'JPY',
      'KMF',
      'KRW',
      'PYG',
      'RWF',
      'UGX',
      'VND',
      'VUV',
      'XAF',
      'XPF',
    ],
  ],
  [
    2,
    [
      'EUR',
      'USD',
      'AFN',
      'ALL',
      'COP',
      'HUF',
      'IDR',
      'IRR',
      'LAK',
      'LBP',
      'MGA',
      'MMK',
      'PKR',
      'SOS',
      'YER',
    ],
  ],
  [3, ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']],
])('uses %i decimals for minor units as ISO 4217 states', (digits, codes) => {
  expect(codes.filter((code) => minorDigits(code) !== digits)).toEqual([])
})
