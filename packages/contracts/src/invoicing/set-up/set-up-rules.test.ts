import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactBankCode, formatIban, isBic, isIban } from '../parties/bank-account.ts'
import { formatNumber, PutNumbering, readNumber } from './numbering.ts'
import { missingCompanyFields, missingVatFields } from './seller-rules.ts'

// The examples of the SWIFT registry of IBAN formats.
const ibans = [
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'CH93 0076 2011 6238 5295 7',
  'DE89 3704 0044 0532 0130 00',
  'ES91 2100 0418 4502 0005 1332',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'IT60 X054 2811 1010 0000 0123 456',
  'NL91 ABNA 0417 1643 00',
]

test.each(ibans)('accepts %s and rejects it if two neighbouring digits are swapped', (printed) => {
  const iban = compactBankCode(printed)
  expect([isIban(iban), formatIban(iban)]).toEqual([true, printed])
  const at = [...iban].findIndex((one, index) => index > 3 && one !== iban[index + 1])
  const swapped = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`
  expect(isIban(swapped)).toBe(false)
})

test('accepts a BIC with eight or eleven characters', () => {
  const typed = ['COBADEFF', 'COBADEFFXXX', 'COBADEF', 'COBA1EFF', 'COBADEFFXX']
  expect(typed.map(isBic)).toEqual([true, true, false, false, false])
})

const parts = fc.record({
  prefix: fc.stringMatching(/^(?:[A-Za-z0-9]{1,5}(?:-[A-Za-z0-9]{1,4})?)?$/),
  withYear: fc.boolean(),
  digits: fc.integer({ min: 1, max: 7 }),
})

test('reads the year and the running number of every number that it formats', () => {
  const numbers = fc.tuple(
    parts,
    fc.integer({ min: 2000, max: 2999 }),
    fc.integer({ min: 1, max: 9_999_999 }),
  )
  fc.assert(
    fc.property(numbers, ([format, year, n]) => {
      fc.pre(PutNumbering.safeParse({ invoice: format }).success)
      expect(readNumber(formatNumber(format, year, n))).toEqual({
        year: format.withYear ? year : 0,
        n,
      })
    }),
  )
})

const seller = { name: 'Studio', line1: '1 Quay', city: 'Lyon', postalCode: '69001' }

test.each([
  ['FR', 'SAS', ['registration', 'shareCapital'], ['taxId'], []],
  ['FR', 'EI', ['registration'], ['taxId'], []],
  ['DE', 'UG (haftungsbeschränkt)', ['registration'], ['taxId'], ['taxNumber']],
  ['DE', 'GmbH & Co. KG', ['registration'], ['taxId'], ['taxNumber']],
  ['DE', 'e. K.', ['registration'], ['taxId'], ['taxNumber']],
  ['DE', null, [], ['taxId'], ['taxNumber']],
  ['FR', 'S. A. S.', ['registration', 'shareCapital'], ['taxId'], []],
  ['IT', 'S.p.A.', ['registration', 'shareCapital'], ['taxId'], ['taxNumber']],
  ['BE', 'B.V.', ['registration'], ['taxId'], []],
  ['GB', 'P.L.C.', ['registration'], ['taxId'], []],
  ['AT', 'e.U.', ['registration'], ['taxId'], []],
  ['ES', 'S.L.', ['registration'], ['taxId'], ['taxNumber']],
  ['IT', 'S.r.l.s.', ['registration', 'shareCapital'], ['taxId'], ['taxNumber']],
  ['NL', 'Eenmanszaak', ['registration'], ['taxId'], []],
  ['BE', 'BV', ['registration'], ['taxId'], []],
  ['GB', 'Ltd', ['registration'], ['taxId'], []],
  ['CH', 'AG', [], ['taxId'], []],
  ['US', 'Inc.', [], ['taxId'], []],
] as const)('asks a company of %s with the form %s for what its law names', (...row) => {
  const [country, legalForm, company, vat, smallVat] = row
  const given = { ...seller, country, legalForm }
  expect(missingCompanyFields(given)).toEqual(company)
  expect(missingVatFields(given)).toEqual(vat)
  expect(missingVatFields({ ...given, vatExemption: 'small_enterprise' })).toEqual(smallVat)
  expect(missingVatFields({ ...given, taxNumber: '22/345/67890' })).toEqual([])
})
