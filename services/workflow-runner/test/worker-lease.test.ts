import { afterAll, expect, it } from 'vitest'
import { createLease } from '../src/worker/worker-lease.db.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

it('counts renewals as steady again only from the first one after the host was suspended', async () => {
  let seconds = 0
  const now = () => new Date(seconds * 1_000)
  const lease = createLease({ db: harness.db, now }, 1, () => {})
  await lease.register()
  for (seconds = 5; seconds <= 30; seconds += 5) await lease.renew()
  seconds = 31
  expect(lease.steadyMs()).toBe(31_000)
  seconds = 3_600
  expect(lease.steadyMs()).toBe(0)
  await lease.renew()
  seconds = 3_605
  expect(lease.steadyMs()).toBe(5_000)
  await lease.release()
})
