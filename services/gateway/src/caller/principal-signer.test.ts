import { derivedPrincipalTokens } from '@atrium/http'
import { expect, test } from 'vitest'
import { user } from '../../test/harness.ts'
import { createPrincipalSigner } from './principal-signer.ts'

const sessionSecret = 's'.repeat(40)
const upstreams = new Map([
  ['identity', 'http://identity.example'],
  ['board', 'http://board.example'],
] as const)

test('reuses a token only for the same principal and service', async () => {
  const sign = createPrincipalSigner({ upstreams, sessionSecret })
  const token = await sign('board', user)
  expect(await sign('board', { ...user })).toBe(token)
  const admin = { ...user, role: 'admin' } as const
  expect(
    await derivedPrincipalTokens('board', sessionSecret).verify(await sign('board', admin)),
  ).toEqual(admin)
  const forIdentity = await sign('identity', user)
  expect(await derivedPrincipalTokens('identity', sessionSecret).verify(forIdentity)).toEqual(user)
  await expect(
    derivedPrincipalTokens('board', sessionSecret).verify(forIdentity),
  ).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})
