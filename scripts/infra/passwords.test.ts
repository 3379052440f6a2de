import { createECDH } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPasswords } from './test/drawn-passwords.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-passwords-'))
  file = join(folder, '.env')
})
afterEach(() => rm(folder, { recursive: true }))

const draw = async () => {
  drawPasswords(file)
  return parseEnv(await readFile(file, 'utf8'))
}

test('writes a file that only its owner can read', async () => {
  await writeFile(file, '', { mode: 0o644 })
  await draw()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('keeps every line when it runs again and draws only what is missing', async () => {
  await writeFile(file, 'API_URL=https://atrium.example\nAUTH_SECRET=mine')
  const first = await draw()
  expect(first).toMatchObject({ API_URL: 'https://atrium.example', AUTH_SECRET: 'mine' })
  expect(await draw()).toEqual(first)
})

test('draws each secret once and a valid pair of keys for notifications in browsers', async () => {
  const drawn = await draw()
  expect(new Set(Object.values(drawn)).size).toBe(Object.keys(drawn).length)
  expect(drawn['SOCIAL_TOKEN_ENCRYPTION_KEY']).toMatch(/^s[0-9a-f]{48}$/)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(drawn['PUSH_VAPID_PRIVATE_KEY'] ?? '', 'base64url'))
  expect(pair.getPublicKey().toString('base64url')).toBe(drawn['PUSH_VAPID_PUBLIC_KEY'])
})

test('changes nothing if the file has only half of that pair', async () => {
  await writeFile(file, 'PUSH_VAPID_PUBLIC_KEY=B\n')
  expect(() => drawPasswords(file)).toThrow(/Set PUSH_VAPID_PRIVATE_KEY/)
  expect(await readFile(file, 'utf8')).toBe('PUSH_VAPID_PUBLIC_KEY=B\n')
})
