import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findInstalledNats } from './find-installed-nats.ts'
import { findNats } from './find-nats.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-find-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, version: string): Promise<string> {
  const path = join(folder, name, 'nats-server')
  await mkdir(join(folder, name))
  await writeFile(path, `#!/bin/sh\necho "nats-server: ${version}"\n`)
  await chmod(path, 0o755)
  return path
}

test('uses the first server of version 2.9 or later on the search path', async () => {
  await program('old', 'v2.8.4')
  const good = await program('good', 'v2.9.0')
  await program('newer', 'v3.0.1')
  const path = ['old', 'good', 'newer'].map((name) => join(folder, name)).join(delimiter)
  expect(await findInstalledNats(path)).toEqual({ kind: 'program', path: good })
  expect(await findNats({ path })).toEqual({ kind: 'program', path: good })
})

test('ignores a server older than 2.9', async () => {
  const old = await program('old', 'v2.8.4')
  expect((await findInstalledNats(join(folder, 'old')))?.path).not.toBe(old)
})
