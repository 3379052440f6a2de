import { expect, test } from 'vitest'
import { isRedactedKey, redactedKeys } from './redacted-keys.ts'

test('names that carry credentials are redacted whatever their case', () => {
  for (const name of [
    ...['Authorization', 'Cookie', 'Set-Cookie', 'X-Api-Key', 'password', 'newPassword', 'token', 'secret'],
    ...['access_token', 'accessToken', 'refresh_token', 'client_secret', 'clientSecret', 'idToken'],
  ]) {
    expect([name, isRedactedKey(name)]).toEqual([name, true])
  }
  for (const name of ['id', 'code', 'status', 'tokens', 'url', 'constructor', '__proto__']) {
    expect([name, isRedactedKey(name)]).toEqual([name, false])
  }
  expect(redactedKeys).toEqual(redactedKeys.map((key) => key.toLowerCase()))
})
