import { expectLinear } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { NetworkAnswer } from '../src/network/call-network.ts'
import { readAnswer } from '../src/network/read-answer.ts'
import { scrub, withoutSecrets } from '../src/network/sent-secrets.ts'
import { longestWaitSeconds, retryAfterSeconds } from '../src/network/stated-time.ts'
import { secondsToWait } from '../src/providers/forumnet/forumnet-error.ts'
import { forumName } from '../src/providers/forumnet/submission.ts'
import { graphError } from '../src/providers/graph/graph-error.ts'
import { oauth2Error, tokenAnswer } from '../src/providers/oauth2-answer.ts'
import { littleText } from '../src/providers/pronet/little-text.ts'
import { sameText, sentText } from '../src/providers/shortpost/read-back.ts'
import { backOffSeconds } from '../src/rates/usage.ts'

const largest = 1024 * 1024
const now = new Date('2026-01-01T00:00:00.000Z')
const answer = (
  json: unknown,
  status = 400,
  headers: NetworkAnswer['headers'] = {},
): NetworkAnswer => ({
  status,
  headers,
  json,
})
const attempt = (work: () => unknown) => {
  try {
    work()
  } catch {
    // A refusal is a valid result.
  }
}

/**
 * Functions that parse texts of users and networks, each with texts that are hard for a pattern.
 */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  littleText,
  sameText: (text) => sameText(text, `${text}x`),
  sentText: (text) =>
    sentText({
      id: '1',
      text,
      entities: {
        urls: Array.from({ length: text.length / 32 }, (_, n) => ({
          url: `u${n}`,
          expanded_url: 'https://a/',
        })),
      },
    }),
  forumName: (text) => attempt(() => forumName(text)),
  scrub: (text) => scrub(text, ['aaaaaa', text.slice(0, 20)]),
  withoutSecrets: (text) => withoutSecrets({ [text]: [text, { a: text }] }, ['aaaaaa', '      ']),
  readAnswer: (text) => attempt(() => readAnswer(z.object({ a: z.number() }), { a: text })),
  retryAfter: (text) => retryAfterSeconds(answer({}, 429, { 'retry-after': text }), now),
  oauth2Error: (text) =>
    oauth2Error(answer({ error: text, error_description: text }), {
      refused: [],
      secrets: ['aaaaaa'],
      now,
    }),
  tokenAnswer: (text) =>
    tokenAnswer(answer({ access_token: 'a', scope: text, expires_in: text }, 200), now),
  graphError: (text) =>
    graphError(answer({ error: { message: text, error_data: text } }), {
      creates: false,
      secrets: ['aaaaaa'],
      now,
    }),
  secondsToWait: (text) => secondsToWait('RATELIMIT', text, undefined),
}
const texts = {
  blanks: (n: number) => ' '.repeat(n),
  letters: (n: number) => 'a'.repeat(n),
  digits: (n: number) => '1'.repeat(n),
  'digits apart': (n: number) => '1 '.repeat(n / 2),
  slashes: (n: number) => '/ '.repeat(n / 2),
  marks: (n: number) => '#{'.repeat(n / 2),
  'accents that change their order': (n: number) => `a${'\u0301\u0316'.repeat(n / 2)}`,
  schemes: (n: number) => 'https://'.repeat(n / 8),
  braces: (n: number) => '{"a":'.repeat(n / 5),
}
test.each(
  Object.entries(readers).flatMap(([name, read]) =>
    Object.entries(texts).map(([kind, make]) => [name, kind, read, make] as const),
  ),
)('parses with %s a megabyte of %s in linear time', (name, kind, read, make) =>
  expectLinear(`${name} of ${kind}`, largest, (size) => {
    const text = make(size)
    return () => read(text)
  }),
)

test('limits waits and dates that are out of range instead of failing', () => {
  const wait = (header: string) =>
    retryAfterSeconds(answer({}, 429, { 'retry-after': header }), now)
  expect([
    wait('9'.repeat(400)),
    wait('1e400'),
    wait('-5'),
    wait('Fri, 31 Dec 9999 23:59:59 GMT'),
  ]).toEqual([longestWaitSeconds, undefined, undefined, longestWaitSeconds])
  expect(backOffSeconds({ percent: 1, regainMinutes: 1e300 })).toBe(longestWaitSeconds)
  const granted = (seconds: number) =>
    tokenAnswer(answer({ access_token: 'a', expires_in: seconds }, 200), now)
  expect([granted(1e300).expiresAt, granted(60).expiresAt?.toISOString()]).toEqual([
    null,
    '2026-01-01T00:01:00.000Z',
  ])
})
