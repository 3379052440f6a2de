import { postStatuses } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { postSearch } from './post-card.ts'

test('opens a draft in the composer', () => {
  expect(postSearch({ id: 'tsk_1', status: 'draft' })).toEqual({ compose: 'tsk_1' })
})

test.each(postStatuses.filter((status) => status !== 'draft'))(
  'opens a post in its panel if it is %s',
  (status) => {
    expect(postSearch({ id: 'tsk_1', status })).toEqual({ post: 'tsk_1' })
  },
)
