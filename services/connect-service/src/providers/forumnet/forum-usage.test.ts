import { expect, test } from 'vitest'
import { forumUsage } from './forum-usage.ts'

const usage = (used: string, remaining: string, reset: string) =>
  forumUsage({
    status: 200,
    json: {},
    headers: {
      'x-ratelimit-used': used,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    },
  })

test.each([
  ['10', '90.0', '300', { percent: 10, regainMinutes: 0 }],
  ['100', '0.0', '300', { percent: 100, regainMinutes: 5 }],
  ['100', '0.4', '30', { percent: 100, regainMinutes: 0.5 }],
])(
  'reads the usage from the headers: used %s, left %s, reset in %s seconds',
  (used, remaining, reset, expected) => {
    expect(usage(used, remaining, reset)).toEqual(expected)
  },
)

test('returns no usage if the headers are missing or not numeric', () => {
  expect(forumUsage({ status: 200, json: {}, headers: {} })).toBeUndefined()
  expect(usage('many', 'few', 'soon')).toBeUndefined()
  expect(usage('0', '0', '10')).toBeUndefined()
})
