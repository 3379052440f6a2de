import { nextDay } from '../money/amounts/calendar-day.ts'

/** A schedule's days and end in a form. A day is empty until the user chooses one. */
export interface Terms {
  readonly firstDay: string
  readonly prorateUntil: string
  readonly ends: 'never' | 'day' | 'periods'
  readonly lastDay: string
  readonly periods: string
}

export const noTerms: Terms = {
  firstDay: '',
  prorateUntil: '',
  ends: 'never',
  lastDay: '',
  periods: '',
}

/**
 * Returns the end for the request: the day after the last one, or null if the schedule has no end.
 */
export const toEnd = ({ ends, lastDay, periods }: Terms) => ({
  endsAt: ends === 'day' && lastDay !== '' ? nextDay(lastDay) : null,
  periods: ends === 'periods' && periods !== '' ? Number(periods) : null,
})

/** Returns the problems of the end, by API field. */
export function endProblems({ ends, lastDay, periods }: Terms): Record<string, string> {
  if (ends === 'day' && lastDay === '') return { endsAt: 'Choose the last day' }
  const isNumber = /^\d{1,4}$/.test(periods) && Number(periods) >= 1 && Number(periods) <= 1_200
  return ends === 'periods' && !isNumber ? { periods: '1 to 1,200' } : {}
}

export function termsBody(terms: Terms) {
  const { firstDay, prorateUntil } = terms
  const { endsAt, periods } = toEnd(terms)
  return {
    ...(firstDay === '' ? {} : { nextInvoiceDate: firstDay }),
    ...(prorateUntil === '' ? {} : { prorateUntil }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(periods === null ? {} : { periods }),
  }
}
