import { expect, it } from 'vitest'
import { describeDue, dueDay, readDue, writeDue } from './due.ts'

it('shows an all-day card on its own day when the end of that day is another day for the viewer', () => {
  // 6 May ends at noon UTC in Auckland, and on the morning of 7 May UTC in Honolulu.
  for (const dueDate of ['2026-05-06T11:59:59.999Z', '2026-05-07T09:59:59.999Z']) {
    expect(dueDay({ dueDate, dueAllDay: true, dueOn: '2026-05-06' })).toContain('6')
  }
})

it('writes a day for an all-day card and a moment for others', () => {
  const day = readDue('2026-05-06')
  expect([day.dueAllDay, day.dueOn, writeDue(day)]).toEqual([true, '2026-05-06', '2026-05-06'])
  const moment = '2026-05-06T10:00:00.000Z'
  expect(writeDue(readDue(moment))).toBe(moment)
  expect([writeDue(readDue(null)), dueDay(readDue(null))]).toEqual([null, undefined])
})

it('describes a day without a time', () => {
  expect(describeDue('2026-05-06')).not.toMatch(/\d:\d/)
  expect(describeDue('2026-05-06T10:00:00.000Z')).toMatch(/\d:\d/)
})
