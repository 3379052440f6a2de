import { expect, test } from 'vitest'
import { isSameAccount } from './bank-account.ts'

const iban = 'DE89 3704 0044 0532 0130 00'

test.each([
  ['DE89370400440532013000', true],
  ['37040044/0532013000', true],
  ['37040044/532013000', true],
  ['0532013000', true],
  ['37040044/0532013001', false],
  ['50010517/0532013000', false],
  ['FR7630006000011234567890189', false],
  ['000', false],
  ['', false],
])('compares an IBAN with the account “%s”', (account, isSame) => {
  expect([isSameAccount(iban, account), isSameAccount(account, iban)]).toEqual([isSame, isSame])
})

test.each([
  ['GB29NWBK60161331926819', '60-16-13 31926819'],
  ['BE68539007547034', '539-0075470-34'],
  ['FR1420041010050500013M02606', '0500013M026'],
  ['NL91ABNA0417164300', '417164300'],
])('knows the account of the IBAN %s when a statement names “%s”', (full, national) => {
  expect(isSameAccount(full, national)).toBe(true)
})
