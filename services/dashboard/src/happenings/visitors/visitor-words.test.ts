import { DocumentLanguage } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { filled, visitorWords } from './visitor-words.ts'

const toValues = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each(DocumentLanguage.options)(
  'every word in %s names the same values as in English',
  (language) => {
    const [english, own] = [visitorWords('en'), visitorWords(language)]
    for (const [key, text] of Object.entries(english)) {
      expect(toValues(own[key as keyof typeof own]), key).toEqual(toValues(text))
    }
  },
)

test('a value is text: marks in it are not filled again', () => {
  expect(filled('{name} and {count}', { name: '{count}', count: 2 })).toBe('{count} and 2')
})
