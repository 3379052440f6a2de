import type { Locator } from 'playwright-core'

/** Types a day (`YYYY-MM-DD`) into a date field and closes its calendar. */
export async function fillDay(scope: Locator, label: string, day: string): Promise<void> {
  const field = scope.getByRole('textbox', { name: label, exact: true })
  await field.fill(day)
  // Escape closes only the calendar, even if the field is inside a dialog.
  await field.press('Escape')
  await field.blur()
}

/** Types a moment (`YYYY-MM-DDTHH:mm`) into the two fields for day and time. */
export async function fillMoment(scope: Locator, label: string, moment: string): Promise<void> {
  await scope.getByLabel(`${label}: hour`).fill(moment.slice(11, 13))
  await scope.getByLabel(`${label}: minutes`).fill(moment.slice(14, 16))
  await fillDay(scope, label, moment.slice(0, 10))
}
