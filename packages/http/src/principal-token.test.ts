import { hkdfSync } from 'node:crypto'
import type { Principal } from '@atrium/contracts'
import fc from 'fast-check'
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { createPrincipalTokens } from './principal-token.ts'

const secret = 'a session secret of some length, long enough'
const principal: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
}
const tokens = createPrincipalTokens(secret)
const key = new Uint8Array(hkdfSync('sha256', secret, 'atrium', 'principal-token', 32))
const rejected = expect.objectContaining({ code: 'invalid_credentials', kind: 'unauthenticated' })
const refusalOf = (token: string): unknown => {
  try {
    return tokens.verify(token)
  } catch (error) {
    return error
  }
}

test('a token states the principal it was signed for', () => {
  expect(tokens.verify(tokens.sign(principal))).toEqual(principal)
})

test('another implementation of JWT reads the token and finds it valid', async () => {
  const { payload } = await jwtVerify(tokens.sign(principal), key, {
    audience: 'atrium-services',
    algorithms: ['HS256'],
  })
  expect(payload['p']).toEqual(principal)
})

describe('refuses', () => {
  const claims = () => new SignJWT({ p: principal }).setAudience('atrium-services').setExpirationTime('1m')

  test('a token of another secret', () => {
    expect(refusalOf(createPrincipalTokens(`${secret}.`).sign(principal))).toEqual(rejected)
  })

  test('a token signed with the session secret itself', async () => {
    const token = await claims().setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
    expect(refusalOf(token)).toEqual(rejected)
  })

  test('another algorithm with the same key', async () => {
    const token = await claims()
      .setProtectedHeader({ alg: 'HS512' })
      .sign(Buffer.concat([key, key]))
    expect(refusalOf(token)).toEqual(rejected)
  })

  test('no algorithm', () => {
    const token = new UnsecuredJWT({ p: principal })
      .setAudience('atrium-services')
      .setExpirationTime('1m')
      .encode()
    expect(refusalOf(token)).toEqual(rejected)
  })

  test('another audience', async () => {
    const token = await new SignJWT({ p: principal })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('others')
      .setExpirationTime('1m')
      .sign(key)
    expect(refusalOf(token)).toEqual(rejected)
  })

  test('a token older than a minute', () => {
    const token = tokens.sign(principal)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    try {
      expect(refusalOf(token)).toEqual(rejected)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a token in which any character was changed', () => {
    const token = tokens.sign(principal)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABab01-_.'), (at, character) => {
        fc.pre(token[at] !== character)
        expect(refusalOf(token.slice(0, at) + character + token.slice(at + 1))).toEqual(rejected)
      }),
    )
  })

  test('any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(refusalOf(text)).toEqual(rejected)
      }),
    )
  })
})
