import { type Post, postStatuses } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { postSearch, threadProgress } from './post-card.ts'

test('opens a draft in the composer', () => {
  expect(postSearch({ id: 'tsk_1', status: 'draft' })).toEqual({ compose: 'tsk_1' })
})

test.each(postStatuses.filter((status) => status !== 'draft'))(
  'opens a post in its panel if it is %s',
  (status) => {
    expect(postSearch({ id: 'tsk_1', status })).toEqual({ post: 'tsk_1' })
  },
)

test('says how much of a thread is published until the whole thread is', () => {
  const post = { thread: ['Two', 'Three', 'Four'], partsPublished: 2 } as Post
  expect(threadProgress({ status: 'reviewed', post })).toEqual({
    badge: '2 of 4 published',
    sentence: '2 of 4 parts are published',
  })
  expect(threadProgress({ status: 'failed', post: { ...post, partsPublished: 1 } })?.sentence).toBe(
    '1 of 4 parts is published',
  )
  expect(threadProgress({ status: 'reviewed', post: { ...post, partsPublished: 0 } })).toBe(
    undefined,
  )
  expect(threadProgress({ status: 'posted', post })).toBe(undefined)
})
