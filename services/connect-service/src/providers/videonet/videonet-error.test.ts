import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUploadUrl } from './videonet-api.ts'
import { secondsToQuota, videonetError } from './videonet-error.ts'

const now = new Date('2026-03-01T20:00:00.000Z')
const judged = (status: number, reason: string | undefined, creates = false) =>
  videonetError(
    {
      status,
      headers: {},
      json:
        reason === undefined ? undefined : { error: { message: 'Words', errors: [{ reason }] } },
    },
    { creates, secrets: [], now },
  )

test.each([
  [403, 'quotaExceeded', 'retry', false],
  [403, 'userRateLimitExceeded', 'retry', false],
  [400, 'uploadLimitExceeded', 'retry', false],
  [401, 'authError', 'reconnect', true],
  [401, 'youtubeSignupRequired', 'blocked', false],
  [403, 'insufficientPermissions', 'reconnect', false],
  [403, 'commentsDisabled', 'fix_content', false],
  [403, 'somethingNew', 'reconnect', false],
  [400, 'invalidTitle', 'fix_content', false],
  [404, 'videoNotFound', 'fix_content', false],
  [503, 'backendError', 'retry', false],
  [401, undefined, 'reconnect', true],
  [429, undefined, 'retry', false],
  [502, undefined, 'retry', false],
])(
  'classifies %s with the reason %s as %s (token invalid: %s)',
  (status, reason, kind, tokenInvalid) => {
    expect(judged(status, reason)).toMatchObject({ class: kind, tokenInvalid })
  },
)

test('classifies the outcome as unknown if a creating call fails inside the network or returns garbage', () => {
  expect(judged(503, 'backendError', true)?.class).toBe('unknown')
  expect(judged(200, undefined, true)?.class).toBe('unknown')
  expect(judged(400, 'invalidTitle', true)?.class).toBe('fix_content')
})

test("ignores the network's message when classifying and removes the token from it", () => {
  const answer = {
    status: 400,
    headers: {},
    json: { error: { message: 'The token marked-token quotaExceeded', errors: [] } },
  }
  const error = videonetError(answer, { creates: false, secrets: ['marked-token'], now })
  expect([error?.class, error?.message]).toEqual([
    'fix_content',
    'The token [redacted] quotaExceeded',
  ])
})

test('resets the quota at midnight Pacific time in winter and summer', () => {
  expect(secondsToQuota(new Date('2026-01-10T07:59:59.000Z'))).toBe(1)
  expect(secondsToQuota(new Date('2026-07-10T06:59:59.000Z'))).toBe(1)
  fc.assert(
    fc.property(fc.date({ min: now, noInvalidDate: true, max: new Date('2030-01-01') }), (date) => {
      const seconds = secondsToQuota(date)
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(86_400)
    }),
  )
})

test.each([
  ['https://www.googleapis.com/youtube/v3', 'https://www.googleapis.com/upload/youtube/v3/videos'],
  [
    'http://127.0.0.1:9/videonet/youtube/v3',
    'http://127.0.0.1:9/videonet/upload/youtube/v3/videos',
  ],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9/upload/videos'],
])('derives from the API %s the upload URL %s', (apiUrl, url) => {
  expect(toUploadUrl(apiUrl).href).toBe(url)
})
