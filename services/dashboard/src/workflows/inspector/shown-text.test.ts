import { expect, test } from 'vitest'
import { parseNumber } from './fields.ts'
import { shownText, typedValue } from './typed-value.ts'

/** The value and the text of a field after each character was typed behind what it showed. */
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
])('%s that is typed one by one is its value, and stays as it was typed', (text, value) => {
  expect(typedInto(parseNumber, text)).toEqual([value, text])
  expect(typedInto(typedValue, text)).toEqual([value, text])
})

test('a value that comes from elsewhere, as after undo, takes the place of the typed text', () => {
  expect(shownText('0.05', 7, parseNumber)).toBe('7')
  expect(shownText('0.05', undefined, parseNumber)).toBe('')
})
