import { expect, test } from 'vitest'
import { isRedactedKey, redactedKeys } from './redacted-keys.ts'

test('redacts credential names in any letter case', () => {
  for (const name of [
    'Authorization',
    'Cookie',
    'Set-Cookie',
    'X-Api-Key',
    'password',
    'newPassword',
    'token',
    'secret',
    'access_token',
    'accessToken',
    'refresh_token',
    'client_secret',
    'clientSecret',
    'idToken',
  ]) {
    expect([name, isRedactedKey(name)]).toEqual([name, true])
  }
  for (const name of ['id', 'code', 'status', 'tokens', 'url', 'constructor', '__proto__']) {
    expect([name, isRedactedKey(name)]).toEqual([name, false])
  }
  expect(new Set(redactedKeys).size).toBe(redactedKeys.length)
})

test("lists our own and providers' fields in the spelling in which they are logged", () => {
  for (const name of [
    'newPassword',
    'accessToken',
    'access_token',
    'clientSecret',
    'set-cookie',
    'x-api-key',
  ]) {
    expect(redactedKeys).toContain(name)
  }
})
