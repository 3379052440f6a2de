import { expectLinear } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import {
  containsPhone,
  isSamePhone,
  phoneEndings,
  phoneForComparison,
  phonesIn,
  splitPairs,
  wordsIn,
} from './search-terms.ts'

test.each([
  ['Søren Łukasz Đorđe', 'soren lukasz dorde'],
  ['STRAẞE Straße', 'strasse strasse'],
  ['Ærø œuvre Þór', 'aero oeuvre thor'],
  ['İstanbul ILGIN ılgın', 'istanbul ilgin ilgin'],
  ['Économie ＡＢＣ １２ ﬁn', 'economie abc 12 fin'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['ガ', 'カ'],
])('folds %s', (text, folded) => expect(foldText(text)).toBe(folded))

test('splits a text into words, and marks runs of scripts without spaces', () => {
  const found = [...wordsIn(foldText('iPhone今月の売上 สวัสดีครับ q3-plan 🙂'))]
  expect(found).toEqual([
    { text: 'iphone', unspaced: false },
    { text: '今月の売上', unspaced: true },
    { text: foldText('สวัสดีครับ'), unspaced: true },
    { text: 'q3', unspaced: false },
    { text: 'plan', unspaced: false },
    { text: '🙂', unspaced: false },
  ])
  expect([...splitPairs('売上高')]).toEqual(['売上', '上高', '高'])
})

test('finds the digits of phone numbers but not of shorter numbers', () => {
  const text = 'Call +33 6 12 34 56 78 or (030) 123-4567, room 12, 1,000 euros, 123456'
  expect([...phonesIn(text)]).toEqual(['33612345678', '0301234567'])
})

test.each<[string, string[]]>([
  ['0612345678', ['612345678']],
  ['+33 6 12 34 56 78', ['33612345678', '612345678']],
  ['0033612345678', ['33612345678', '612345678']],
  ['+1 (212) 555-0123', ['12125550123', '2125550123']],
  ['+39 06 1234567', ['39061234567', '61234567']],
  ['12345', []],
  ['bread 0612345678', []],
])('finds the possible endings of the phone number %s', (text, endings) =>
  expect(phoneEndings(text)).toEqual(endings),
)

test.each([
  ['digits', '1'],
  ['digits and blanks', '1 '],
  ['marks', '\u0301'],
  ['scripts without blanks', '売1'],
])('takes time linear in the length for %s', (name, piece) =>
  expectLinear(name, 1_000_000, (size) => {
    const text = piece.repeat(size / piece.length)
    return () => {
      foldText(text)
      for (const _ of wordsIn(text));
      for (const _ of phonesIn(text));
      phoneEndings(text)
    }
  }),
)

test.each([
  ['0033 6.12.34.56.78', '+33612345678'],
  [' +33 6 12 34 56 78', '+33612345678'],
  ['06 12 34 56 78', '0612345678'],
  ['2026-01-01', undefined],
  ['call 0612345678', undefined],
])('writes the phone number %j as %j', (text, written) =>
  expect(phoneForComparison(text)).toBe(written),
)

test.each([
  ['+33 6 12 34 56 78', '0612345678', true],
  ['0033612345678', '+33 (0)6 12 34 56 78', false],
  ['06 12 34 56 78', '612345678', true],
  ['+1 (212) 555-0100', '212 555 0100', true],
  ['+33612345678', '33 612345678', true],
  ['+33612345678', '+49612345678', false],
  ['06 12 34 56 78', '0612345679', false],
  ['2026-01-01', '2026.01.01', false],
  ['+33 6 12 34 56 78', 'no number', false],
])('compares the phone numbers %s and %s to %s', (one, other, same) => {
  expect(isSamePhone(one, other)).toBe(same)
  expect(isSamePhone(other, one)).toBe(same)
  expect(containsPhone(`Call ${one}, please`, other)).toBe(same)
})
