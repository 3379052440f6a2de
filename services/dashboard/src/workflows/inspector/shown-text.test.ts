import { expect, test } from 'vitest'
import { parseNumber } from './fields.ts'
import { shownText, typedValue } from './typed-value.ts'

/**
 * Types a text character by character, each one behind what the field shows. Returns the value and
 * the shown text.
 */
function typedInto(read: (text: string) => unknown, text: string) {
  let typed: string | undefined
  let value: unknown
  for (const character of text) {
    typed = shownText(typed, value, read) + character
    value = read(typed)
  }
  return [value, shownText(typed, value, read)]
}

test.each([
  ['0.05', 0.05],
  ['10.00', 10],
  ['-0.5', -0.5],
  ['{{ $json.step }}', '{{ $json.step }}'],
])('keeps %s as it was typed when it is typed by character, and parses it', (text, value) => {
  expect(typedInto(parseNumber, text)).toEqual([value, text])
  expect(typedInto(typedValue, text)).toEqual([value, text])
})

test('replaces the typed text when the value changes elsewhere, for example after undo', () => {
  expect(shownText('0.05', 7, parseNumber)).toBe('7')
  expect(shownText('0.05', undefined, parseNumber)).toBe('')
})
