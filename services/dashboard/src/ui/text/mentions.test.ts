import { expect, test } from 'vitest'
import { findTypedMention, splitMentions, writeMentions } from './mentions.ts'

const members = [
  { userId: 'usr_1', name: 'Ada' },
  { userId: 'usr_2', name: 'Ada Lovelace' },
  { userId: 'usr_3', name: 'Ben [B]' },
]

test('finds what is typed after @ when the mention begins a word', () => {
  expect(findTypedMention('Ask @Ad')).toBe('Ad')
  expect(findTypedMention('@')).toBe('')
  expect(findTypedMention('ada@example')).toBeUndefined()
  expect(findTypedMention('@Ada is')).toBeUndefined()
})

test('writes the markup of the longest name', () => {
  expect(writeMentions('@Ada Lovelace, @Ada and @Adam: a@b', members)).toBe(
    '@[Ada Lovelace](usr_2), @[Ada](usr_1) and @Adam: a@b',
  )
})

test('splits an entry into texts and names', () => {
  expect(splitMentions('Ask @[Ada](usr_1)!')).toEqual([
    { text: 'Ask ', isMention: false },
    { text: '@Ada', isMention: true },
    { text: '!', isMention: false },
  ])
})
