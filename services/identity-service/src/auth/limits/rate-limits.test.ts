import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'

const harness = await startHarness({ RATE_LIMITS: 'on' })
afterAll(() => harness.stop())

const attempt = async (forwardedFor?: string, path = '/api/auth/sign-in/email') =>
  harness
    .browser()
    .post(
      path,
      { email: 'nobody@example.test', password: 'wrong password' },
      forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    )

async function attempts(count: number, address: (n: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await attempt(address(n))).status)
  return statuses
}

test('rejects an address above its limit, with the seconds to wait', async () => {
  const statuses = await attempts(11, () => '203.0.113.7')
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  const refused = await attempt('203.0.113.7')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.body).toMatchObject({ message: expect.stringContaining('Too many') })
  expect((await attempt('203.0.113.8')).status).toBe(401)
})

test('limits two-factor codes like sign-ins', async () => {
  const path = '/api/auth/two-factor/verify-totp'
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await attempt('203.0.113.171', path)).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test('counts concurrent attempts one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('203.0.113.20')))
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
})

test('limits IPv6 addresses by their /64 (advisory)', async () => {
  const same = await attempts(11, (n) => `2001:db8:1:1::${n + 1}`)
  expect(same.at(-1)).toBe(429)
  const spelt = await attempt('2001:0DB8:0001:0001:ffff:ffff:ffff:ffff')
  expect(spelt.status).toBe(429)
  expect((await attempt('2001:db8:1:2::1')).status).toBe(401)
})

test('starts no new window when a client sends a chain of forwarded addresses (advisory)', async () => {
  const chained = await attempts(11, (n) => `198.51.100.${n}, 203.0.113.99`)
  expect(chained.at(-1)).toBe(429)
})

test('treats an IPv4 address inside IPv6 as the IPv4 address', async () => {
  await attempts(10, () => '203.0.113.50')
  expect((await attempt('::ffff:203.0.113.50')).status).toBe(429)
})

test('keeps the counts in the database for every replica', async () => {
  await attempt('203.0.113.60')
  const rows = await harness.db
    .selectFrom('rate_limits')
    .selectAll()
    .where('key', 'like', '203.0.113.60%')
    .execute()
  expect(rows).toHaveLength(1)
  await harness.db
    .updateTable('rate_limits')
    .set({ count: 10 })
    .where('key', 'like', '203.0.113.60%')
    .execute()
  expect((await attempt('203.0.113.60')).status).toBe(429)
  await harness.db
    .updateTable('rate_limits')
    .set({ window_ends: new Date(Date.now() - 1) })
    .where('key', 'like', '203.0.113.60%')
    .execute()
  expect((await attempt('203.0.113.60')).status).toBe(401)
})

test('rejects nothing if the limits are off', async () => {
  const open = await startHarness()
  try {
    const statuses = await Promise.all(
      Array.from(
        { length: 15 },
        async () =>
          (
            await open
              .browser()
              .post('/api/auth/sign-in/email', { email: 'nobody@example.test', password: 'wrong' })
          ).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  } finally {
    await open.stop()
  }
})
