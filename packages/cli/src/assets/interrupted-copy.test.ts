import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createFilesystemStore, createS3Store } from '@atrium/blob-store'
import { findS3Server, listed, readAll } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atrium, copyArgs, fill } from '../../test/asset-stores.ts'

const s3 = await findS3Server()
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-cli-'))
})
afterAll(async () => {
  await s3?.stop()
  await rm(root, { recursive: true, force: true })
})

const directory = (name: string) => join(root, name)

describe('atrium assets copy after an interruption', () => {
  it('replaces a truncated blob of an interrupted copy', async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const orgId = newId('org')
    const [[key, bytes] = ['', Buffer.alloc(0)]] = await fill(from, orgId, 2)
    const args = copyArgs(orgId, directory('a'), directory('d'))
    await atrium(args)
    await truncate(join(directory('d'), key), 10)
    expect(await atrium(args)).toMatchObject({
      code: 0,
      out: [
        expect.stringMatching(
          /^1 copied \(0.0 MB\), 1 of them repaired, 1 already there, 0 failed/,
        ),
      ],
    })
    expect(await readFile(join(directory('d'), key))).toEqual(bytes)
  })

  it("reports and keeps a blob if the target's is longer than the source's", async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const orgId = newId('org')
    const [[key, bytes] = ['', Buffer.alloc(0)]] = await fill(from, orgId, 1)
    const args = copyArgs(orgId, directory('a'), directory('d'))
    await atrium(args)
    await truncate(join(directory('a'), key), 10)
    const { code, err } = await atrium(args)
    expect(code).toBe(1)
    expect(err).toContain(`${key}: the target has 1000 bytes, more than the 10 of the source`)
    expect(await readFile(join(directory('d'), key))).toEqual(bytes)
  })

  it('continues a killed copy and removes its staged files', async () => {
    const from = createFilesystemStore({ directory: directory('g') })
    const orgId = newId('org')
    const blobs = await fill(from, orgId, 400)
    const args = copyArgs(orgId, directory('g'), directory('h'))
    const to = createFilesystemStore({ directory: directory('h') })
    const main = join(import.meta.dirname, '../main.ts')
    const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    while ((await listed(to.list(orgId))).size < 10 && child.exitCode === null) await setImmediate()
    child.kill('SIGKILL')
    await exited
    const before = (await listed(to.list(orgId))).size
    expect(before).toBeLessThan(400)
    const dead = join(directory('h'), '.tmp', 'another-machine')
    await mkdir(dead, { recursive: true })
    await writeFile(join(dead, 'staged'), 'half')
    // Ages the staged files so that the sweep removes them.
    for (const part of await readdir(join(directory('h'), '.tmp'))) {
      await utimes(join(directory('h'), '.tmp', part), 0, 0)
    }
    expect(await atrium(args)).toMatchObject({
      code: 0,
      out: [
        expect.stringMatching(
          `^${400 - before} copied .*, ${before} already there, 0 failed, of 400 `,
        ),
      ],
    })
    for (const [key, bytes] of blobs)
      expect(await readFile(join(directory('h'), key))).toEqual(bytes)
    const left = await readdir(join(directory('h'), '.tmp'), {
      recursive: true,
      withFileTypes: true,
    })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })

  it.skipIf(!s3)(
    'moves an organisation from a directory to S3 and back under the same keys (needs an S3 server)',
    async () => {
      if (!s3) return
      const env = {
        TO_S3_ACCESS_KEY: s3.credentials.accessKey,
        TO_S3_SECRET_KEY: s3.credentials.secretKey,
      }
      const back = {
        FROM_S3_ACCESS_KEY: s3.credentials.accessKey,
        FROM_S3_SECRET_KEY: s3.credentials.secretKey,
      }
      const from = createFilesystemStore({ directory: directory('e') })
      const orgId = newId('org')
      const blobs = await fill(from, orgId, 12)
      const bucket = `${s3.endpoint}/${s3.bucket}`
      const there = await atrium(copyArgs(orgId, directory('e'), bucket), env)
      expect(there).toMatchObject({ code: 0, out: [expect.stringMatching(/^12 copied/)] })
      const remote = createS3Store({ ...s3, stagingDirectory: directory('staging') })
      for (const [key, bytes] of blobs) expect(await readAll(remote, key)).toEqual(bytes)
      await from.purge(orgId)
      const again = await atrium(copyArgs(orgId, bucket, directory('e')), back)
      expect(again).toMatchObject({ code: 0, out: [expect.stringMatching(/^12 copied/)] })
      for (const [key, bytes] of blobs) expect(await readAll(from, key)).toEqual(bytes)
      await remote.purge(orgId)
      await remote.close()
    },
  )
})
