import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, createFilesystemStore } from '@atrium/blob-store'
import { keyFor, listed, putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { copyOrgs } from './backup-files.ts'

/** Copies two files. The source deletes one of them between listing and copying. */
async function copyAmidDeletion(mayVanish: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const platform = createFilesystemStore({ directory: join(folder, 'platform') })
  const to = createFilesystemStore({ directory: join(folder, 'kept') })
  const org = newId('org')
  const [kept, vanished] = [keyFor(org, 'priv', 'gz'), keyFor(org, 'priv', 'gz')]
  for (const key of [kept, vanished]) await putBlob(platform, key, toBytes(Buffer.from('lines')))
  const from: BlobStore = {
    ...platform,
    async open(key) {
      if (key === vanished) await platform.delete(key)
      return platform.open(key)
    },
  }
  const errors: string[] = []
  const io = { env: {}, write: () => {}, error: (line: string) => void errors.push(line) }
  const complete = await copyOrgs([{ from, to, mayVanish }], [org], io)
  expect([...(await listed(to.list(org))).keys()]).toEqual([kept])
  return { complete, errors, vanished }
}

test('does not report a transcript as missing if retention deletes it during the backup', async () => {
  expect(await copyAmidDeletion(true)).toMatchObject({ complete: true, errors: [] })
})

test('reports the backup as incomplete if an asset vanishes during the backup', async () => {
  const { complete, errors, vanished } = await copyAmidDeletion(false)
  expect([complete, errors]).toEqual([
    false,
    [`${vanished}: the source deleted it during the copy`],
  ])
})
