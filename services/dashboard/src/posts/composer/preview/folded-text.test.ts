import { expect, test } from 'vitest'
import { foldedText } from './folded-text.ts'

test('returns nothing if the text is short', () => {
  expect(foldedText('Fresh bread')).toBeUndefined()
  expect(foldedText('a\n'.repeat(5))).toBeUndefined()
})

test('folds a long text by characters or lines without splitting a character', () => {
  expect(foldedText('a'.repeat(321))).toBe('a'.repeat(320))
  expect(foldedText('⛵'.repeat(400))).toBe('⛵'.repeat(320))
  expect(foldedText('🙂'.repeat(400))).toBe('🙂'.repeat(320))
  expect(foldedText('a\nb\nc\nd\ne\nf\ng\nh')).toBe('a\nb\nc\nd\ne\nf')
})
