import { CalendarDay, Moment } from '@atrium/contracts'

export type DateForm = 'day' | 'moment' | 'expression'

/**
 * Returns the form of a date parameter. A text is an expression if it is neither a day nor a
 * moment.
 */
export function findDateForm(text: string): DateForm {
  if (CalendarDay.safeParse(text).success) return 'day'
  return Moment.safeParse(text).success ? 'moment' : 'expression'
}
