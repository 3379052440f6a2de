import type { Principal } from '@atrium/contracts'
import {
  createPrincipalTokens,
  derivedPrincipalTokens,
  principalHeader,
  principalKey,
} from '@atrium/http'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
let secret = ''
beforeAll(async () => {
  harness = await startHarness()
  secret = harness.env['AUTH_SESSION_SECRET'] ?? ''
})
afterAll(() => harness?.stop())

const principal: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'owner',
  isAdmin: true,
  via: 'session',
  credentialId: 'ses_1',
}
const claims = (seconds = 60, alg = 'HS256') =>
  new SignJWT({ p: principal })
    .setProtectedHeader({ alg })
    .setAudience('invoicing')
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
const own = () => principalKey(secret, 'invoicing')

async function expectStatus(token: string, status: number): Promise<void> {
  const response = await fetch(`${harness.url}/api/invoicing`, {
    headers: { [principalHeader]: token },
  })
  const body: unknown = await response.json()
  expect(response.status).toBe(status)
  if (status === 401) expect(body).toMatchObject({ code: 'invalid_credentials' })
}

test("accepts the gateway's token for invoicing", async () => {
  await expectStatus(await derivedPrincipalTokens('invoicing', secret).sign(principal), 200)
})

test('rejects a token for the board', async () => {
  await expectStatus(await derivedPrincipalTokens('board', secret).sign(principal), 401)
})

test("rejects a token for invoicing if it is signed with the board's key", async () => {
  const key = principalKey(secret, 'board')
  await expectStatus(await createPrincipalTokens('invoicing', key).sign(principal), 401)
})

test('rejects an expired token', async () => {
  await expectStatus(await claims(-1).sign(own()), 401)
})

test('rejects a token without a signature', async () => {
  const unsigned = new UnsecuredJWT({ p: principal })
    .setAudience('invoicing')
    .setExpirationTime('1m')
  await expectStatus(unsigned.encode(), 401)
})

test.each(['HS384', 'HS512'])('rejects a token signed with %s', async (alg) => {
  await expectStatus(await claims(60, alg).sign(Buffer.concat([own(), own()])), 401)
})

test('rejects an oversized token', async () => {
  const token = new SignJWT({ p: principal, padding: 'x'.repeat(5_000) })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('invoicing')
    .setExpirationTime('1m')
  await expectStatus(await token.sign(own()), 401)
})
