import { AtriumError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { pauseAfter } from './platform.ts'

const busy = (retryAfterSeconds?: number) =>
  new AtriumError({ status: 503, code: 'unavailable', message: 'busy', retryAfterSeconds })

test.each([
  [86_400, 60_000, 60_000],
  [2_147_484, 60_000, 60_000],
  [20, 20_000, 20_000],
  [0, 375, 625],
  [-3_600, 375, 625],
  [undefined, 375, 625],
])(
  'pauses when the platform asks for %s seconds: at least %i and at most %i milliseconds',
  (asked, least, most) => {
    const millis = pauseAfter(busy(asked), 0)
    expect(millis).toBeGreaterThanOrEqual(least)
    expect(millis).toBeLessThanOrEqual(most)
  },
)
