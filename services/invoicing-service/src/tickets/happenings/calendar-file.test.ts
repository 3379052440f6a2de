import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { aHappening } from '../../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

/** Joins folded lines and returns the properties of the event by name. */
const readProperties = (text: string): Map<string, string> =>
  new Map(
    text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1)]
      }),
  )

test('returns a published event as a calendar file that hostile text cannot add properties to', async () => {
  const title = `Fête; soup, "cake" \\ ${'é'.repeat(90)}`
  const selling = await aHappening(harness, undefined, {
    title,
    slug: 'fete',
    startsAt: '2031-05-03T17:00:00.000Z',
    endsAt: '2031-05-03T20:30:00.000Z',
    timeZone: 'Europe/Berlin',
    place: 'Pier 4\r\nATTENDEE:mailto:x@example.com',
    description: 'One\nTwo\u2028BEGIN:VALARM',
  })
  const file = await harness.request(`${selling.path}/calendar.ics`, {})
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(file.headers.get('content-disposition')).toContain('fete.ics')
  const lines = file.text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(file.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const found = readProperties(file.text)
  expect(found.get('DTSTART')).toBe('20310503T170000Z')
  expect(found.get('DTEND')).toBe('20310503T203000Z')
  expect(found.get('UID')).toBe(selling.id)
  expect(found.get('SUMMARY')).toBe(`Fête\\; soup\\, "cake" \\\\ ${'é'.repeat(90)}`)
  expect(found.get('LOCATION')).toBe('Pier 4\\nATTENDEE:mailto:x@example.com')
  expect(found.get('DESCRIPTION')).toBe('One\\nTwo\\nBEGIN:VALARM')
  expect(found.get('URL')).toMatch(/\/p\/[^/]+\/events\/fete$/)
  expect(found.has('ATTENDEE')).toBe(false)
  await selling.call('PATCH', `/api/happenings/${selling.id}`, { published: false })
  expect((await harness.request(`${selling.path}/calendar.ics`, {})).status).toBe(404)
})
