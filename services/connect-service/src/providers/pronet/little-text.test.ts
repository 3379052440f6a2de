import fc from 'fast-check'
import { expect, test } from 'vitest'
import { littleText } from './little-text.ts'

test.each([
  ['Plain text, with 50% & more.', 'Plain text, with 50% & more.'],
  ['(a) [b] {c} <d>', '\\(a\\) \\[b\\] \\{c\\} \\<d\\>'],
  ['a@b.c *x* _y_ ~z~ |', 'a\\@b.c \\*x\\* \\_y\\_ \\~z\\~ \\|'],
  ['back\\slash', 'back\\\\slash'],
  ['#bread and #Brötchen stay', '#bread and #Brötchen stay'],
  ['# alone, C# and a#b do not', '\\# alone, C\\# and a\\#b do not'],
])('escapes %s', (text, little) => {
  expect(littleText(text)).toBe(little)
})

test('returns the original text if the escapes are removed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(littleText(text).replace(/\\([|{}@[\]()<>\\*_~#])/g, '$1')).toBe(text)
    }),
  )
})
