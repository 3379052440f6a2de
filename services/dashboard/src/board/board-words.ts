import type { DueRange } from './board-search.ts'

/** The ranges of due dates in plain words. */
export const dueLabels: Readonly<Record<DueRange, string>> = {
  overdue: 'Overdue',
  week: 'In the next seven days',
}
