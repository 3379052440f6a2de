import { expectLinear } from '@atrium/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeText } from '../core/normalize-text.ts'
import { composerUrlFor } from './composer.ts'
import type { PostContent } from './post-content.ts'
import { brokenPostRules } from './post-rules.ts'
import { weightedLength } from './text-length.ts'

const cases: Readonly<Record<string, (characters: number) => string>> = {
  'plain words': (n) => 'hello '.repeat(n / 6),
  'marks that change their order': (n) => `a${'\u0301\u0316'.repeat(n / 2)}`,
  'marks from halfwidth letters': (n) => `a${'\uff9e\u0316'.repeat(n / 2)}`,
  'one long family': (n) => '👨\u200d'.repeat(n / 3),
  'halves of flags': (n) => '🇩'.repeat(n / 2),
  'keycaps without a cap': (n) => '1\ufe0f'.repeat(n / 2),
  'a host without an end': (n) => 'a.'.repeat(n / 2),
  'labels of the longest kind': (n) => `${'a'.repeat(62)}.`.repeat(n / 63),
  'dashes in a host': (n) => 'a-'.repeat(n / 2),
  'addresses side by side': (n) => 'http://a '.repeat(n / 9),
  'blanks and tabs': (n) => `x${' \t'.repeat(n / 2)}x`,
  'blank lines': (n) => `x${'\n'.repeat(n)}x`,
  'mixed white space': (n) => ' \n'.repeat(n / 2),
}

const post = (text: string): PostContent => ({
  platform: 'shortpost',
  title: text,
  body: text,
  link: 'https://example.com/a',
  linkHandling: 'omit',
  media: [],
  firstComment: text,
  fields: { subreddit: text },
})

test.each(Object.entries(cases))(
  "takes time linear in the text for a post's length and rules: %s",
  async (name, make) => {
    for (const measure of [
      weightedLength,
      (text: string) => brokenPostRules(post(text)),
      (text: string) => composerUrlFor(post(text)),
    ]) {
      await expectLinear(name, 100_000, (size) => {
        const text = make(size)
        return () => measure(text)
      })
    }
  },
)

test('normalizes up to 32 marks in a row like the language and keeps order and content if there are more', () => {
  const unit = fc.constantFrom('a', 'é', '\u0301', '\u0316', '\uff9e', '한', 'ﬁ', 'x')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
        expect(normalizeText(text, form)).toBe(text.normalize(form))
      }
    }),
  )
  const long = `a${'\u0301\u0316'.repeat(50)}b`
  expect([...normalizeText(long, 'NFD')].sort()).toEqual([...long].sort())
})
