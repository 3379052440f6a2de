import { postStatuses } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { postSearch } from './post-card.ts'

test('a draft opens in the composer', () => {
  expect(postSearch({ id: 'tsk_1', status: 'draft' })).toEqual({ compose: 'tsk_1' })
})

test.each(postStatuses.filter((status) => status !== 'draft'))(
  'a post that is %s opens in its panel',
  (status) => {
    expect(postSearch({ id: 'tsk_1', status })).toEqual({ post: 'tsk_1' })
  },
)
