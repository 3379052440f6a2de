import type { IncomingMessage } from 'node:http'
import type { Principal } from '@atrium/contracts'
import { createPrincipalTokens, derivedPrincipalTokens, principalKey } from '@atrium/http'
import { afterEach, expect, test, vi } from 'vitest'
import { user } from '../../test/harness.ts'
import { assistantAudience, assistantHeader, createAssistantReader } from './assistant.ts'

const sessionSecret = 's'.repeat(40)
const read = createAssistantReader(sessionSecret)
const principal: Principal = { ...user, via: 'mcp', credentialId: 'grt_1', scopes: ['atrium:read'] }
const client = { address: '10.0.0.9', protocol: 'http', host: 'api.example' } as const
const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage
const good = () => derivedPrincipalTokens(assistantAudience, sessionSecret).sign(principal)

afterEach(() => vi.useRealTimers())

/** Signs a token like the gateway's own, with some values changed. */
const forged = ({ audience = assistantAudience, key = assistantAudience } = {}) =>
  createPrincipalTokens(audience, principalKey(sessionSecret, key)).sign(principal)
const signedTwoMinutesAgo = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 })
  const token = await good()
  vi.useRealTimers()
  return token
}
const unsigned = async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1_000) + 60
  return `${part({ alg: 'none' })}.${part({ p: principal, aud: assistantAudience, exp })}.`
}

test('returns nothing if the header is missing', async () => {
  expect(await read(request({ 'x-forwarded-for': '203.0.113.7' }), client)).toBeUndefined()
})

test("reads the caller from the gateway's token and the client's address from the request", async () => {
  for (const token of [await good(), await forged()]) {
    const asked = request({ [assistantHeader]: token, 'x-forwarded-for': '203.0.113.7' })
    expect(await read(asked, client)).toEqual({
      principal,
      client: { ...client, address: '203.0.113.7' },
    })
  }
  for (const address of ['203.0.113.7, 10.0.0.1', 'nowhere', '']) {
    const asked = request({ [assistantHeader]: await good(), 'x-forwarded-for': address })
    expect((await read(asked, client))?.client, address).toEqual(client)
  }
})

test.each([
  ['the token of an assistant', async () => 'atm_0123456789'],
  ['no token at all', async () => ''],
  [
    'the principal of a service',
    () => derivedPrincipalTokens('board', sessionSecret).sign(principal),
  ],
  ['one with the audience of a service', () => forged({ audience: 'board' })],
  ['one with the key of a service', () => forged({ key: 'board' })],
  [
    'one of another platform',
    () => derivedPrincipalTokens(assistantAudience, 'x'.repeat(40)).sign(principal),
  ],
  ['one that has ended', signedTwoMinutesAgo],
  ['one without a signature', unsigned],
  ['a good one twice', async () => `${await good()}, ${await good()}`],
])('rejects %s', async (_, token) => {
  await expect(read(request({ [assistantHeader]: await token() }), client)).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})
