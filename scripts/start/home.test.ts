import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSecrets, noteSealed, openHome } from './home.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-home-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('allows one platform at a time on a home', async () => {
  const home = await openHome(folder, { fresh: false })
  await expect(openHome(folder, { fresh: true })).rejects.toThrow(
    `another Atrium (process ${process.pid}) runs on ${folder}: stop it, or set ATRIUM_HOME and PORT to others`,
  )
  await home.release()
  await (await openHome(folder, { fresh: false })).release()
})

test('generates owner-only secrets once, and again after a fresh start', async () => {
  await (await openHome(folder, { fresh: false })).release()
  const first = await keptSecrets(folder, ['board', 'operator'])
  expect(first.sessionSecret).not.toBe(first.authSecret)
  expect(first.sessionSecret.length).toBeGreaterThanOrEqual(43)
  expect([first.push.publicKey.length, first.push.privateKey.length]).toEqual([87, 43])
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await keptSecrets(folder, ['board', 'operator'])).toEqual(first)
  await (await openHome(folder, { fresh: true })).release()
  expect(await keptSecrets(folder, ['board', 'operator'])).not.toEqual(first)
})

test('keeps the secrets of a home from an earlier version and adds the missing passwords', async () => {
  await writeFile(
    join(folder, 'secrets.json'),
    JSON.stringify({ sessionSecret: 'a'.repeat(43), authSecret: 'b' }),
  )
  const secrets = await keptSecrets(folder, ['board', 'operator'])
  expect(secrets).toMatchObject({ sessionSecret: 'a'.repeat(43), authSecret: 'b' })
  const passwords = [secrets.nats, secrets.database].flatMap((each) => [
    each['board'],
    each['operator'],
  ])
  expect(new Set(passwords).size).toBe(4)
  expect(passwords.every((password) => (password ?? '').length >= 43)).toBe(true)
  expect(await keptSecrets(folder, ['board', 'operator'])).toEqual(secrets)
})

test('records that no stored secret is under the session secret once a home from an earlier version has started', async () => {
  expect((await keptSecrets(folder, [])).sealedBySession).toBe(false)
  await writeFile(
    join(folder, 'secrets.json'),
    JSON.stringify({ sessionSecret: 'a', authSecret: 'b' }),
  )
  // The first start may end before workflow-runner has started.
  expect((await keptSecrets(folder, [])).sealedBySession).toBe(true)
  const secrets = await keptSecrets(folder, [])
  expect(secrets.sealedBySession).toBe(true)
  await noteSealed(folder, secrets)
  expect(await keptSecrets(folder, [])).toEqual({ ...secrets, sealedBySession: false })
})

test('removes only the platform’s files on a fresh start', async () => {
  await writeFile(join(folder, 'letter.txt'), 'dear diary')
  await writeFile(join(folder, 'nats'), '')
  await (await openHome(folder, { fresh: true })).release()
  expect((await readdir(folder)).sort()).toEqual(['letter.txt', 'log'])
  expect(await readFile(join(folder, 'letter.txt'), 'utf8')).toBe('dear diary')
})
