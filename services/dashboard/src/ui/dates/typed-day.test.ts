import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstDayOfWeek, formatDay, hasTwelveHours, parseDay, toDateLocale } from './typed-day.ts'

test.each([
  ['3.5.2031', 'de', '2031-05-03'],
  ['03/05/31', 'en-GB', '2031-05-03'],
  ['5/3/2031', 'en-US', '2031-05-03'],
  ['2031-05-03', 'en-US', '2031-05-03'],
  ['3 May 2031', 'en-GB', '2031-05-03'],
  ['May 3, 2031', 'en-US', '2031-05-03'],
  ['3 mai 2031', 'fr', '2031-05-03'],
  ['3. Mai 2031', 'de', '2031-05-03'],
  ['2031. 5. 3.', 'hu', '2031-05-03'],
  ['15 mrt 2031', 'nl', '2031-03-15'],
])('reads %s when the locale is %s', (text, locale, day) => {
  expect(parseDay(text, locale)).toBe(day)
})

test.each([
  '',
  '3',
  '3.5',
  '31.2.2031',
  '2031-13-01',
  'soon',
  '1 2 3 4',
  '3 Smarch 2031',
  '9'.repeat(10_000),
])('returns null when %s is no complete day', (text) => {
  expect(parseDay(text, 'de')).toBeNull()
})

test('parses every day when it was formatted in the same locale', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const locales = fc.constantFrom(
    'en-GB',
    'en-US',
    'de',
    'fr',
    'es',
    'it',
    'nl',
    'pt',
    'pl',
    'sv',
    'cs',
  )
  fc.assert(
    fc.property(days, locales, (day, locale) => {
      expect(parseDay(formatDay(day, locale), locale)).toBe(day)
    }),
  )
})

test('writes the day first for English when the time zone is not American', () => {
  expect(toDateLocale('en', 'Europe/Berlin')).toBe('en-GB')
  expect(toDateLocale('en', 'America/New_York')).toBe('en-US')
  expect(toDateLocale('de', 'America/New_York')).toBe('de')
})

test('takes hours and the first day of the week from the locale', () => {
  expect([hasTwelveHours('en-US'), hasTwelveHours('de')]).toEqual([true, false])
  expect([firstDayOfWeek('en-US'), firstDayOfWeek('de'), firstDayOfWeek('ar-EG')]).toEqual([
    0, 1, 6,
  ])
})
