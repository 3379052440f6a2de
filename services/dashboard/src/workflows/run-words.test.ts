import { expect, test } from 'vitest'
import { durationWords, localMessage, readableMessage } from './run-words.ts'

const start = '2026-05-01T08:00:00.000Z'
test.each([
  [40, '40 ms'],
  [1_450, '1.4 s'],
  [125_000, '2 min 5 s'],
  [3_700_000, '1 h 1 min'],
])('formats %i milliseconds as %s', (ms, words) => {
  expect(durationWords(start, new Date(Date.parse(start) + ms).toISOString())).toBe(words)
})

test('returns no duration while a run is running', () => {
  expect(durationWords(start, null)).toBeUndefined()
})

test("shows a message's times on the viewer’s clock, and changes nothing else", () => {
  const at = '2026-05-01T08:30:00.000Z'
  const local = localMessage(`Waits until ${at}`)
  expect(local).toMatch(/^Waits until (?!2026).*\d/)
  expect(local).toContain(String(new Date(at).getDate()))
  const other = 'No card of 2026-05-01, https://a.example/2026-13-99T99:99:99.000Z'
  expect(localMessage(other)).toBe(other)
})

test.each([
  ['Parameter "to": Invalid input: expected string, received undefined', 'To: Fill in this field'],
  [
    'item 2 of 3: Parameter "url": Too small: expected string to have >=1 characters',
    'item 2 of 3: Address: Fill in this field',
  ],
  ['item 1 of 2: connector is empty', 'item 1 of 2: Account is empty'],
  ['item 2 of 2: Missing field "title"', 'item 2 of 2: Missing field “Title”'],
  ['The mailbox does not respond', 'The mailbox does not respond'],
])('says %j in the words of the settings', (message, words) => {
  expect(readableMessage(message)).toBe(words)
})
