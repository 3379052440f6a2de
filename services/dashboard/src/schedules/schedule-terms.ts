import { nextDay } from '../money/calendar-day.ts'

/** The days and the end of an agreement as a form has them; days are empty until they are chosen. */
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

/** The end as the platform takes it, the day after the last one; null for none. */
export const toEnd = ({ ends, lastDay, periods }: Terms) => ({
  endsAt: ends === 'day' && lastDay !== '' ? nextDay(lastDay) : null,
  periods: ends === 'periods' && periods !== '' ? Number(periods) : null,
})

/** The problems of the end, by the names of the API. */
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
