import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessLanguage } from './guess-language.ts'
import { judgeRewrite } from './judge-rewrite.ts'
import { scanSlop } from './scan-slop.ts'
import { slopRules } from './slop-rules.ts'

const plainWords = [
  'bread',
  'oven',
  'Monday',
  'we',
  'bake',
  'brot',
  'ofen',
  'pain',
  'four',
  'sell',
  'flour',
  'early',
  'six',
]
const sentence = fc
  .array(fc.constantFrom(...plainWords), { minLength: 3, maxLength: 12 })
  .map((words) => `${words.join(' ')}.`)
const plainText = fc
  .array(sentence, { minLength: 1, maxLength: 20 })
  .map((parts) => parts.join(' '))

const certain: Record<string, string> = {
  chat_leftover: 'As an AI language model I bake.',
  placeholder: 'Dear [Your Name], we bake.',
  opening: "In today's fast-paced world we bake.",
  not_just: "It's not just bread, it's a feeling.",
  phrase: 'Our bread is a game-changer.',
  closing: 'In conclusion, we bake.',
}
const toRules = (text: string): string[] => scanSlop(text).map(({ rule }) => rule)

describe('slop scan', () => {
  it('detects an example of every certain rule', () => {
    const ids = slopRules.filter(({ dense }) => !dense).map(({ id }) => id)
    expect(Object.keys(certain).sort()).toEqual([...ids].sort())
    for (const [id, text] of Object.entries(certain)) expect(toRules(text)).toContain(id)
  })

  it('finds nothing in plain words', () => {
    fc.assert(
      fc.property(plainText, (text) => {
        expect(scanSlop(text)).toEqual([])
      }),
    )
  })

  it('finds a stock phrase anywhere in the text', () => {
    fc.assert(
      fc.property(
        plainText,
        fc.constantFrom(...Object.keys(certain)),
        plainText,
        (before, id, after) => {
          expect(toRules(`${before}\n\n${certain[id]}\n\n${after}`)).toContain(id)
        },
      ),
    )
  })

  it('keeps the warnings if the text is repeated', () => {
    const spicy = fc
      .array(
        fc.oneof(
          sentence,
          fc.constantFrom('Robust!', 'We delve — deep.', '#bread', 'Moreover, we bake.'),
        ),
        { minLength: 1, maxLength: 30 },
      )
      .map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(spicy, (text) => {
        expect(toRules(`${text}\n${text}`)).toEqual(expect.arrayContaining(toRules(text)))
      }),
    )
  })

  it('returns equal warnings when it scans a text twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        expect(scanSlop(text)).toEqual(scanSlop(text))
      }),
    )
  })

  it('allows a few words and hashtags that people use', () => {
    expect(scanSlop('Our robust oven is back! See you on Monday. #bread #oven')).toEqual([])
    expect(toRules('A robust, seamless and holistic oven')).toEqual(['word'])
  })
})

describe('rewrite judgement', () => {
  const original =
    "In today's fast-paced world, @ada sells 3 loaves at https://example.com/a for you and the team of the bakery."

  it.each([
    ['@ada sells 3 loaves at https://example.com/a for you and the team of the bakery.', undefined],
    ['@ada sells 3 loaves for you and the team of the bakery.', 'has lost the link'],
    ['Ada sells 3 loaves at https://example.com/a.', 'has lost the mention'],
    ['@ada sells loaves at https://example.com/a.', 'has lost the figure'],
    ['@ada sells 3 loaves at https://example.com/a, write to x@evil.com', 'adds'],
    [
      '@ada verkauft 3 Brote, die der Ofen und das Team für sie backen: https://example.com/a',
      'another language',
    ],
    [
      `@ada sells 3 loaves at https://example.com/a ${'and the bread is good '.repeat(10)}`,
      'longer',
    ],
  ])('judges a rewrite: %s', (rewrite, reason) => {
    const judged = judgeRewrite(original, rewrite)
    if (reason === undefined) expect(judged).toBeUndefined()
    else expect(judged).toContain(reason)
  })

  it('rejects a rewrite beyond the limit of the destination', () => {
    const limits = { max: 20, length: (text: string) => text.length }
    expect(
      judgeRewrite('Our bread is a game-changer', 'Our bread is good and so on', limits),
    ).toContain('accepts at most 20')
  })

  it('distinguishes languages and does not guess if there are only a few words', () => {
    expect(guessLanguage('the bread is in the oven and it is good for you')).toBe('en')
    expect(guessLanguage('das Brot ist im Ofen und die Leute mögen es nicht')).toBe('de')
    expect(guessLanguage('le pain est dans le four et nous attendons les clients')).toBe('fr')
    expect(guessLanguage('bread')).toBeUndefined()
  })
})
