import { expect, test } from 'vitest'
import { cutBeginning, parseSpans, plainText } from './ansi-spans.ts'

const e = '\u001b'

test('turns colours and weights into looks, and returns one span if a line has no look', () => {
  expect(parseSpans('plain <b>')).toEqual([{ text: 'plain <b>', looks: [] }])
  expect(parseSpans(`${e}[31mred${e}[0m and ${e}[1;92mstrong${e}[m`)).toEqual([
    { text: 'red', looks: ['fg-red'] },
    { text: ' and ', looks: [] },
    { text: 'strong', looks: ['fg-green', 'bright', 'bold'] },
  ])
})

test('drops other control sequences and overwritten text', () => {
  expect(plainText(`${e}[2K${e}[1Gready`)).toBe('ready')
  expect(plainText('10%\r55%\r100%')).toBe('100%')
  expect(plainText(`${e}]0;title\u0007after`)).toBe('after')
  expect(parseSpans('')).toEqual([])
})

test('keeps all text but few spans if a line changes its look thousands of times', () => {
  const hostile = Array.from({ length: 10_000 }, (_, at) => `${e}[${at % 2}mx`).join('')
  const spans = parseSpans(hostile)
  expect(spans.length).toBeLessThanOrEqual(51)
  expect(spans.map(({ text }) => text).join('')).toBe('x'.repeat(10_000))
  expect(plainText(hostile)).toBe('x'.repeat(10_000))
})

test('cuts an endless line and counts the characters after the cut', () => {
  expect(cutBeginning('short')).toEqual({ beginning: 'short', left: 0 })
  expect(cutBeginning(`old\r${'a'.repeat(5_000)}`)).toEqual({
    beginning: 'a'.repeat(2_000),
    left: 3_000,
  })
  // If the cut would split a change of look, the change goes to the rest.
  const parted = `${'a'.repeat(1_997)}${e}[31m${'b'.repeat(100)}`
  expect(cutBeginning(parted)).toEqual({ beginning: 'a'.repeat(1_997), left: 105 })
  const whole = `${'a'.repeat(1_990)}${e}[31m${'b'.repeat(100)}`
  expect(cutBeginning(whole).beginning).toBe(whole.slice(0, 2_000))
  // If the cut would split a surrogate pair, the pair goes to the rest.
  expect(cutBeginning(`${'a'.repeat(1_999)}🚣${'b'.repeat(100)}`)).toEqual({
    beginning: 'a'.repeat(1_999),
    left: 102,
  })
})
