import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLogin, forgetLogin, platformUrl, storeLogin } from './stored-login.ts'

let folder: string
let env: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-login-'))
  env = { XDG_CONFIG_HOME: folder }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const login = { url: 'https://atrium.example', apiKey: 'atr_stored' }

test('stores a login that only the user can read, finds it again and forgets it', async () => {
  await expect(findLogin(env)).rejects.toThrow('You are not signed in')
  await storeLogin(env, login)
  expect((await stat(join(folder, 'atrium/login.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'atrium'))).mode & 0o777).toBe(0o700)
  expect(await findLogin(env)).toEqual(login)
  expect(await forgetLogin(env)).toEqual(login)
  await expect(findLogin(env)).rejects.toThrow('You are not signed in')
})

test('prefers the environment and never sends a stored key to another platform', async () => {
  await storeLogin(env, login)
  const own = { ...env, ATRIUM_URL: 'http://localhost:3000/', ATRIUM_API_KEY: 'atr_env' }
  expect(await findLogin(own)).toEqual({ url: 'http://localhost:3000', apiKey: 'atr_env' })
  await expect(findLogin({ ...env, ATRIUM_URL: 'http://localhost:3000' })).rejects.toThrow(
    'not to ATRIUM_URL',
  )
})

test('names the file if it is damaged', async () => {
  await storeLogin(env, login)
  await writeFile(join(folder, 'atrium/login.json'), '{')
  await expect(findLogin(env)).rejects.toThrow('login.json is damaged')
})

test.each(['ftp://a.example', 'a.example', 'https://user:pass@a.example', 'javascript:alert(1)'])(
  'rejects %s as a platform address',
  (text) => expect(() => platformUrl(text)).toThrow('is not the http(s) address'),
)

test('rejects plain HTTP to another machine unless it is explicitly allowed', async () => {
  for (const url of [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'https://a.example',
  ])
    expect(platformUrl(url)).toBe(url)
  const far = 'http://127.0.0.1.example'
  expect(() => platformUrl(far)).toThrow('not encrypted')
  expect(platformUrl(far, true)).toBe(far)
  const own = { ...env, ATRIUM_URL: far, ATRIUM_API_KEY: 'atr_env' }
  await expect(findLogin(own)).rejects.toThrow('not encrypted')
  expect(await findLogin({ ...own, ATRIUM_PLAIN_HTTP: 'true' })).toMatchObject({ url: far })
})
