import { hkdfSync } from 'node:crypto'
import type { Principal } from '@atrium/contracts'
import { capturedLog } from '@atrium/testkit'
import fc from 'fast-check'
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import {
  createPrincipalTokens,
  derivedPrincipalTokens,
  principalKey,
  warnOfRefusals,
} from './principal-token.ts'

const secret = 'a session secret of some length, long enough'
const principal: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
}
const tokens = derivedPrincipalTokens('invoicing', secret)
const key = principalKey(secret, 'invoicing')
const rejected = { code: 'invalid_credentials', kind: 'unauthenticated' }
const expectRefused = async (token: string, by = tokens): Promise<void> => {
  await expect(by.verify(token)).rejects.toMatchObject(rejected)
}

test('returns the principal for which a token was signed', async () => {
  expect(await tokens.verify(await tokens.sign(principal))).toEqual(principal)
})

test("derives a service's key with HKDF-SHA256 from the session secret and the service name", () => {
  const expected = hkdfSync('sha256', secret, 'atrium', 'principal-token:invoicing', 32)
  expect(Buffer.from(key)).toEqual(Buffer.from(expected))
  expect(key).not.toEqual(principalKey(secret, 'board'))
})

test('names one audience in a token that lives for a minute', async () => {
  const before = Math.floor(Date.now() / 1_000)
  const { payload } = await jwtVerify(await tokens.sign(principal), key, {
    audience: 'invoicing',
    algorithms: ['HS256'],
  })
  expect(payload.aud).toBe('invoicing')
  expect((payload.exp ?? 0) - before).toBeGreaterThanOrEqual(60)
  expect((payload.exp ?? 0) - before).toBeLessThanOrEqual(61 + (Date.now() / 1_000 - before))
})

test('verifies with the previous key and signs with the new one during a rotation', async () => {
  const next = principalKey('the next secret', 'invoicing')
  const rotating = createPrincipalTokens('invoicing', next, key)
  expect(await rotating.verify(await tokens.sign(principal))).toEqual(principal)
  expect(
    await createPrincipalTokens('invoicing', next).verify(await rotating.sign(principal)),
  ).toEqual(principal)
  await expectRefused(await derivedPrincipalTokens('board', secret).sign(principal), rotating)
})

test('warns once a minute when tokens do not verify', async () => {
  const log = capturedLog()
  let now = 1_000_000
  const reported = warnOfRefusals(tokens, pino({}, log.destination), () => now)
  expect(await reported.verify(await tokens.sign(principal))).toEqual(principal)
  expect(log.lines).toEqual([])
  const foreign = await derivedPrincipalTokens('board', secret).sign(principal)
  for (const later of [0, 1, 59_998, 1]) {
    now += later
    await expectRefused(foreign, reported)
  }
  expect(log.lines).toHaveLength(2)
  expect(log.lines[0]).toContain('PRINCIPAL_KEY')
  expect(log.lines.join()).not.toContain(foreign)
})

describe('verification', () => {
  const claims = (audience = 'invoicing') =>
    new SignJWT({ p: principal }).setAudience(audience).setExpirationTime('1m')
  const signed = (audience: string, bytes: Uint8Array, alg = 'HS256') =>
    claims(audience).setProtectedHeader({ alg }).sign(bytes)

  test('rejects a token if the secret differs', async () => {
    await expectRefused(await derivedPrincipalTokens('invoicing', `${secret}.`).sign(principal))
  })

  test('rejects a token for another service', async () => {
    await expectRefused(await derivedPrincipalTokens('board', secret).sign(principal))
  })

  test("rejects a token for this service if it was signed with another service's key", async () => {
    await expectRefused(await signed('invoicing', principalKey(secret, 'board')))
  })

  test('rejects a token for another service even if it was signed with this key', async () => {
    await expectRefused(await signed('board', key))
  })

  test('rejects a token that was signed with the session secret itself', async () => {
    await expectRefused(await signed('invoicing', Buffer.from(secret)))
  })

  test.each(['HS384', 'HS512'])('rejects %s even if the key is right', async (alg) => {
    const bytes = Buffer.concat([key, key])
    await expectRefused(
      await signed('invoicing', bytes, alg),
      createPrincipalTokens('invoicing', bytes),
    )
  })

  test('rejects a token without an algorithm', async () => {
    const unsigned = new UnsecuredJWT({ p: principal })
    await expectRefused(unsigned.setAudience('invoicing').setExpirationTime('1m').encode())
  })

  test('rejects a token without an expiry or principal', async () => {
    const header = { alg: 'HS256' }
    const endless = new SignJWT({ p: principal })
      .setAudience('invoicing')
      .setProtectedHeader(header)
    await expectRefused(await endless.sign(key))
    const empty = new SignJWT({})
      .setAudience('invoicing')
      .setExpirationTime('1m')
      .setProtectedHeader(header)
    await expectRefused(await empty.sign(key))
  })

  test('rejects a token older than a minute', async () => {
    const token = await tokens.sign(principal)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    try {
      await expectRefused(token)
    } finally {
      vi.useRealTimers()
    }
  })

  test('rejects a valid token if it has more than 4,096 characters', async () => {
    const oversized = new SignJWT({ p: principal, padding: 'x'.repeat(4_096) })
    const token = await oversized
      .setAudience('invoicing')
      .setExpirationTime('1m')
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key)
    await expectRefused(token)
  })

  test('rejects a token if one character was changed', async () => {
    const token = await tokens.sign(principal)
    // The last character holds two bits that are not part of the signature.
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 2),
        fc.constantFrom(...'ABab01-_.'),
        async (at, character) => {
          fc.pre(token[at] !== character)
          await expectRefused(token.slice(0, at) + character + token.slice(at + 1))
        },
      ),
    )
  })

  test('rejects any other text', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ maxLength: 300 }), (text) => expectRefused(text)))
  })
})
