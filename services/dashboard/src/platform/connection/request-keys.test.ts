import { AtriumError } from '@atrium/sdk'
import { beforeEach, expect, test } from 'vitest'
import { type Attempt, createRequestKeys } from './request-keys.ts'

let last: Attempt | undefined
let sent: string[]

const keyed = createRequestKeys(
  () => last,
  (attempt) => {
    last = attempt
  },
)

beforeEach(() => {
  last = undefined
  sent = []
})

const answered = async (key: string) => void sent.push(key)
const refused = (status: number) => async (key: string) => {
  sent.push(key)
  throw new AtriumError({ status, code: 'refused', message: 'Refused' })
}
const attempt = (content: unknown, send: (key: string) => Promise<void>) =>
  keyed(content, send).catch(() => undefined)

test.each([0, 408, 425, 429, 500, 502, 503, 504])(
  'keeps the key after %i, because the outcome is unknown',
  async (status) => {
    await attempt({ total: 1 }, refused(status))
    await attempt({ total: 1 }, refused(status))
    await attempt({ total: 1 }, answered)
    expect(new Set(sent).size).toBe(1)
  },
)

test('keeps the key when a response is cut off', async () => {
  await attempt({ total: 1 }, async (key) => {
    sent.push(key)
    throw new SyntaxError('Unexpected end of JSON input')
  })
  await attempt({ total: 1 }, answered)
  expect(new Set(sent).size).toBe(1)
})

test.each([400, 401, 403, 404, 409, 422])(
  'uses another key after the refusal %i',
  async (status) => {
    await attempt({ total: 1 }, refused(status))
    await attempt({ total: 1 }, answered)
    expect(new Set(sent).size).toBe(2)
  },
)

test('uses another key if the content changes, or if the same content has had a response', async () => {
  await attempt({ total: 1 }, refused(0))
  await attempt({ total: 2 }, answered)
  await attempt({ total: 2 }, answered)
  expect(new Set(sent).size).toBe(3)
})

test("keeps a newer request's key when a late response arrives", async () => {
  let answer = (_: unknown): void => undefined
  const slow = keyed({ total: 1 }, () => new Promise((resolve) => (answer = resolve)))
  await attempt({ total: 2 }, refused(0))
  answer(undefined)
  await slow
  await attempt({ total: 2 }, answered)
  expect(new Set(sent).size).toBe(1)
})
