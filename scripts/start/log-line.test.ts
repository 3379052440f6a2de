import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderLogLine } from './log-line.ts'

test('shortens a request to one line', () => {
  const line = {
    level: 30,
    time: '2026-01-02T03:04:05.678Z',
    service: 'gateway',
    msg: 'request',
    op: 'me',
    status: 200,
  }
  expect(renderLogLine(JSON.stringify(line), false)).toMatch(
    /^\d\d:\d\d:\d\d gateway {2}request op=me status=200$/,
  )
})

test("keeps a warning's message and shows an error's reason without the stack", () => {
  const warning = {
    level: 40,
    service: 'assets',
    msg: '[mail] EMAIL_API_KEY not set - email sending unavailable',
  }
  expect(renderLogLine(JSON.stringify(warning), false)).toContain(
    'warn assets   [mail] EMAIL_API_KEY not set - email',
  )
  const failure = {
    level: 50,
    service: 'assets',
    msg: 'failed',
    err: { type: 'TypeError', message: 'boom', stack: 'at x' },
  }
  const shown = renderLogLine(JSON.stringify(failure), false)
  expect(shown).toContain('error assets   failed TypeError: boom')
  expect(shown).not.toContain('at x')
})

test('leaves any other line unchanged and never throws', () => {
  expect(renderLogLine('Segmentation fault', false)).toBe('Segmentation fault')
  fc.assert(
    fc.property(fc.string(), (text) => renderLogLine(text, false) === text || text.startsWith('{')),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (entry) => {
      renderLogLine(JSON.stringify({ ...entry, level: entry['level'] ?? 30 }), true)
    }),
  )
})
