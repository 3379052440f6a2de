import { commonErrors } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { retryUnavailable } from './retry-unavailable.ts'

const away = () => commonErrors.unavailable()
const forever = new AbortController().signal

it('a call is retried until a service answers', async () => {
  let calls = 0
  const answer = await retryUnavailable(async () => {
    calls += 1
    if (calls < 4) throw away()
    return 'here'
  }, forever)
  expect([answer, calls]).toEqual(['here', 4])
})

it('a refusal and an unknown error are thrown at once', async () => {
  for (const refusal of [commonErrors.not_found(), new Error('broken')]) {
    let calls = 0
    const call = retryUnavailable(async () => {
      calls += 1
      throw refusal
    }, forever)
    await expect(call).rejects.toBe(refusal)
    expect(calls).toBe(1)
  }
})

it('the abort of the run ends the retries, also in the middle of a pause', async () => {
  const run = new AbortController()
  let calls = 0
  const call = retryUnavailable(async () => {
    calls += 1
    if (calls === 5) setTimeout(() => run.abort(), 50)
    throw away()
  }, run.signal)
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls).toBe(5)
})
