import { commonErrors } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { retryUnavailable } from './retry-unavailable.ts'

const away = () => commonErrors.unavailable()
const forever = new AbortController().signal

it('retries a call until a service responds', async () => {
  let calls = 0
  const answer = await retryUnavailable(async () => {
    calls += 1
    if (calls < 4) throw away()
    return 'here'
  }, forever)
  expect([answer, calls]).toEqual(['here', 4])
})

it('throws at once if a call is refused or fails with an unknown error', async () => {
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

it('stops retrying when the run is aborted, even during a pause', async () => {
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
