import { expect, test } from 'vitest'
import { endProblems, noTerms, termsBody, toEnd } from './schedule-terms.ts'

test('sends no first day and no end if the form has no days', () => {
  expect(termsBody(noTerms)).toEqual({})
  expect(toEnd({ ...noTerms, lastDay: '2027-01-31', periods: '3' })).toEqual({
    endsAt: null,
    periods: null,
  })
})

test('sends the days, and the day after the last one as the end', () => {
  const terms = { ...noTerms, firstDay: '2027-01-15', prorateUntil: '2027-02-01' }
  expect(termsBody({ ...terms, ends: 'day', lastDay: '2027-12-31' })).toEqual({
    nextInvoiceDate: '2027-01-15',
    prorateUntil: '2027-02-01',
    endsAt: '2028-01-01',
  })
  expect(termsBody({ ...noTerms, ends: 'periods', periods: '12' })).toEqual({ periods: 12 })
})

test.each(['', '0', '1.5', '-1', '1201', 'x'])(
  'rejects %j as the number of invoices',
  (periods) => {
    expect(endProblems({ ...noTerms, ends: 'periods', periods })).toEqual({ periods: '1 to 1,200' })
  },
)

test('asks for the last day if the schedule ends on a day', () => {
  expect(endProblems({ ...noTerms, ends: 'day' })).toEqual({ endsAt: 'Choose the last day' })
  expect(endProblems({ ...noTerms, ends: 'day', lastDay: '2027-01-01' })).toEqual({})
})
