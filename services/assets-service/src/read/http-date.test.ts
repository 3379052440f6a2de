import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHttpDate } from './http-date.ts'

const now = Date.UTC(2026, 0, 1)

describe('parseHttpDate', () => {
  it('reads the three formats of RFC 9110 as the same time', () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37)
    expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', now)).toBe(at)
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', now)).toBe(at)
    expect(parseHttpDate('Sun Nov  6 08:49:37 1994', now)).toBe(at)
  })

  it('reads every date that a server writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
        (date) => {
          expect(parseHttpDate(date.toUTCString(), now)).toBe(
            Math.floor(date.getTime() / 1000) * 1000,
          )
        },
      ),
    )
  })

  it('reads a leap second as the second after :59', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', now)).toBe(Date.UTC(2017, 0, 1))
  })

  it('reads a two-digit year as at most fifty years ahead', () => {
    expect(parseHttpDate('Friday, 01-Jan-76 00:00:00 GMT', now)).toBe(Date.UTC(2076, 0, 1))
    expect(parseHttpDate('Friday, 01-Jan-77 00:00:00 GMT', now)).toBe(Date.UTC(1977, 0, 1))
  })

  it.each([
    '',
    '0',
    '2020-01-01T00:00:00Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun, 31 Feb 1994 08:49:60 GMT',
    'Sun, 06 Nov 0094 08:49:37 GMT',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'x Sun, 06 Nov 1994 08:49:37 GMT',
  ])('ignores %j', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined()
  })

  it('does not throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseHttpDate(text)))
  })
})
