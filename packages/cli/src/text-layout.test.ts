import { expect, test } from 'vitest'
import { countColumns, cutTo, padTo, wrapped } from './text-layout.ts'

test('counts two terminal columns for wide characters and none for combining ones', () => {
  expect(['abc', 'über', '東京', '👩‍🚀 ok', 'e\u0301'].map(countColumns)).toEqual([3, 4, 4, 5, 1])
  expect(padTo('東京', 6)).toBe('東京  ')
})

test('cuts text between characters and never beyond the columns', () => {
  expect([
    cutTo('東京都庁', 5),
    cutTo('abcdef', 4),
    cutTo('abcd', 4),
    cutTo('abc  ', undefined),
  ]).toEqual(['東京…', 'abc…', 'abcd', 'abc'])
  expect(cutTo('🚀🚀🚀', 4)).toBe('🚀…')
})

test('breaks text between words', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapped('incomprehensible', 4)).toEqual(['incomprehensible'])
})
