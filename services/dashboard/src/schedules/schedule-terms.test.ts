import { expect, test } from 'vitest'
import { endOf, endProblems, noTerms, termsBody } from './schedule-terms.ts'

test('a form without days leaves the first invoice to the next daily run, and has no end', () => {
  expect(termsBody(noTerms)).toEqual({})
  expect(endOf({ ...noTerms, lastDay: '2027-01-31', periods: '3' })).toEqual({ endsAt: null, periods: null })
})

test('the last day of an agreement is included, and first days are at noon', () => {
  const terms = { ...noTerms, firstDay: '2027-01-15', prorateUntil: '2027-02-01' }
  expect(termsBody({ ...terms, ends: 'day', lastDay: '2027-12-31' })).toEqual({
    nextInvoiceDate: '2027-01-15T12:00:00.000Z',
    prorateUntil: '2027-02-01T12:00:00.000Z',
    endsAt: '2027-12-31T23:59:59.999Z',
  })
  expect(termsBody({ ...noTerms, ends: 'periods', periods: '12' })).toEqual({ periods: 12 })
})

test('an agreement that begins today begins now, whatever the hour', () => {
  const terms = { ...noTerms, firstDay: '2027-01-15' }
  expect(termsBody(terms, new Date('2027-01-15T18:00:00.000Z'))).toEqual({})
  expect(termsBody(terms, new Date('2027-01-14T18:00:00.000Z'))).toEqual({
    nextInvoiceDate: '2027-01-15T12:00:00.000Z',
  })
})

test.each(['', '0', '1.5', '-1', '1201', 'x'])('%j is no number of invoices', (periods) => {
  expect(endProblems({ ...noTerms, ends: 'periods', periods })).toEqual({ periods: '1 to 1,200' })
})

test('an end on a day needs the day', () => {
  expect(endProblems({ ...noTerms, ends: 'day' })).toEqual({ endsAt: 'Choose the last day' })
  expect(endProblems({ ...noTerms, ends: 'day', lastDay: '2027-01-01' })).toEqual({})
})
