import { expect, test } from 'vitest'
import { taxIdFault } from './tax-id.ts'

test.each([
  ['FR40987654321', 'FR'],
  ['FR 40 987 654 321', 'FR'],
  ['fr40987654321', null],
  ['DE123456789', 'DE'],
  ['ATU12345678', 'AT'],
  ['EL123456789', 'GR'],
  ['NL123456789B01', 'NL'],
  ['CHE-123.456.789 MWST', 'CH'],
  ['NO 123 456 789 MVA', 'NO'],
  ['XI123456789', 'GB'],
  ['XIGD123', null],
  ['IE1234567FA', 'IE'],
  ['DE123456789', 'FR'],
  ['', 'FR'],
  ['12-3456789', 'US'],
  ['40987654321', 'FR'],
  ['123456789MVA', 'NO'],
  ['whatever', null],
])('accepts %s if the country is %s', (taxId, country) => {
  expect(taxIdFault(taxId, country)).toBeNull()
})

test.each([
  ['FR4030326504', 'FR'],
  ['DE12345678', 'DE'],
  ['DE12345678', 'FR'],
  ['12345678', 'DE'],
  ['AT1234567', 'AT'],
  ['XI12', null],
  ['GBGD1234', 'GB'],
])('rejects %s if the country is %s', (taxId, country) => {
  expect(taxIdFault(taxId, country)).toMatch(/^This is not the form/)
})
