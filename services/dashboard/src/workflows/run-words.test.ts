import { expect, test } from 'vitest'
import { durationWords, localMessage } from './run-words.ts'

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
