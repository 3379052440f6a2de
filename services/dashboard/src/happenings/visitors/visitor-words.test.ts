import { DocumentLanguage } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { filled, visitorWords } from './visitor-words.ts'

const toValues = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each(DocumentLanguage.options)(
  'uses the same placeholders in %s as in English',
  (language) => {
    const [english, own] = [visitorWords('en'), visitorWords(language)]
    for (const [key, text] of Object.entries(english)) {
      expect(toValues(own[key as keyof typeof own]), key).toEqual(toValues(text))
    }
  },
)

test('inserts a value as text and does not replace placeholders inside it', () => {
  expect(filled('{name} and {count}', { name: '{count}', count: 2 })).toBe('{count} and 2')
})
