import { expect, it } from 'vitest'
import { describeDue, dueDay, readDue, switchAllDay, writeDue } from './due.ts'

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

it('uses the time zone of the organisation when a card changes between a day and a moment', () => {
  const zone = 'Pacific/Auckland'
  const moment = { dueDate: '2026-05-05T20:00:00.000Z', dueAllDay: false, dueOn: '2026-05-06' }
  expect(switchAllDay(moment, true, zone)).toBe('2026-05-06')
  const day = { dueDate: '2026-05-06T11:59:59.999Z', dueAllDay: true, dueOn: '2026-05-06' }
  expect(switchAllDay(day, false, zone)).toBe('2026-05-05T21:00:00.000Z')
  expect(switchAllDay({ ...day, dueDate: null }, false, zone)).toBeNull()
})
