import { expect, test } from 'vitest'
import { readMentions } from './mentions.ts'

test('finds each mentioned user once and keeps the names in the text', () => {
  expect(
    readMentions('@[Ada](usr_1) and @[Ben B.](usr_2): see @[Ada](usr_1), not @[X](org_1) or @Ada'),
  ).toEqual({
    userIds: ['usr_1', 'usr_2'],
    text: '@Ada and @Ben B.: see @Ada, not @[X](org_1) or @Ada',
  })
})

test('finds at most 50 users, and none when a mention is not complete', () => {
  const many = Array.from({ length: 80 }, (_, n) => `@[N](usr_${n})`).join(' ')
  expect(readMentions(many).userIds).toHaveLength(50)
  expect(readMentions('@[Ada](usr_1 and @[](usr_2)').userIds).toEqual([])
})
