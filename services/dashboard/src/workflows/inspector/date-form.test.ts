import { expect, test } from 'vitest'
import { findDateForm } from './date-form.ts'

test.each([
  ['2026-12-24', 'day'],
  ['2026-12-24T09:00:00.000Z', 'moment'],
  ['2026-12-24T09:00:00+01:00', 'moment'],
  ['{{ $json.dueDate }}', 'expression'],
  ['2026-02-30', 'expression'],
  ['tomorrow', 'expression'],
])('returns the form of a date when it is %s: %s', (text, form) => {
  expect(findDateForm(text)).toBe(form)
})
