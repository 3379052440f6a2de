import { expect, test } from 'vitest'
import { foldedText } from './folded-text.ts'

test('a short text is shown whole', () => {
  expect(foldedText('Fresh bread')).toBeUndefined()
  expect(foldedText('a\n'.repeat(5))).toBeUndefined()
})

test('a long text is folded by its characters or its lines, and no character is cut in two', () => {
  expect(foldedText('a'.repeat(321))).toBe('a'.repeat(320))
  expect(foldedText('⛵'.repeat(400))).toBe('⛵'.repeat(320))
  expect(foldedText('🙂'.repeat(400))).toBe('🙂'.repeat(320))
  expect(foldedText('a\nb\nc\nd\ne\nf\ng\nh')).toBe('a\nb\nc\nd\ne\nf')
})
