import type { Deps } from '../../deps.ts'
import { findOrg } from '../../identity/orgs.ts'
import { pageUrl } from '../../identity/page-url.ts'
import { getPublishedRow } from '../happenings.db.ts'
import type { HappeningRow } from './happening.ts'

const longestLine = 75

/** Splits a line at 75 bytes, as RFC 5545 (section 3.1) requires. No character is cut in two. */
function foldLine(line: string): string {
  const folded: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > longestLine) {
      folded.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...folded, part].join('\r\n')
}

/** Escapes a text value (RFC 5545, section 3.3.11). Control characters are not allowed in it. */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const toUtc = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')

/**
 * Writes an event as a calendar file (RFC 5545). Times are in UTC, so the file needs no time zone
 * definitions, and calendars show them in the reader's zone.
 */
export function writeCalendar(
  { id, title, place, description, starts_at, ends_at, updated_at, version }: HappeningRow,
  url: string,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Events//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${toUtc(updated_at)}`,
    `SEQUENCE:${version}`,
    `DTSTART:${toUtc(starts_at)}`,
    ...(ends_at === null ? [] : [`DTEND:${toUtc(ends_at)}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(place === '' ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** Returns a published event's calendar file. Throws `not_found`. */
export async function readCalendar(
  deps: Deps,
  { orgSlug, slug }: { orgSlug: string; slug: string },
): Promise<string> {
  const { orgId } = await findOrg(deps, 'slug', orgSlug)
  const row = await getPublishedRow(deps.db, orgId, slug)
  return writeCalendar(row, pageUrl(deps, 'events', { orgSlug, slug }))
}
