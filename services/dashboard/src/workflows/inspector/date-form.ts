import { CalendarDay, Moment } from '@atrium/contracts'

export type DateForm = 'day' | 'moment' | 'expression'

/** Returns the form of a date parameter. A text that is neither a day nor a moment is an expression. */
export function findDateForm(text: string): DateForm {
  if (CalendarDay.safeParse(text).success) return 'day'
  return Moment.safeParse(text).success ? 'moment' : 'expression'
}
