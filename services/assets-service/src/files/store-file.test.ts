import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAll } from '@atrium/blob-store/testing'
import { maxDocumentBytes, newId } from '@atrium/contracts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { buildPng } from '../../test/media-samples.ts'
import { purgeOrg } from '../release/purge-org.ts'
import { deleteOldParts } from './file-parts.db.ts'
import { storeFilePart } from './store-file.ts'

let harness: Harness
let orgId: string
beforeEach(async () => {
  harness = await startHarness()
  orgId = newId('org')
})
afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
  await harness.stop()
})

const pdf = (size = 1_000) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size, 'x')])
const buildPart = (whole: Buffer, offset: number, length: number, more: object = {}) => ({
  orgId,
  name: 'mail:chn_1:m1:0',
  size: whole.length,
  offset,
  digest: createHash('sha256').update(whole).digest('hex'),
  bytes: whole.subarray(offset, offset + length).toString('base64'),
  ...more,
})
const send = (whole: Buffer, more: object = {}) =>
  storeFilePart(harness.deps, buildPart(whole, 0, whole.length, more))
const blobs = async (org = orgId) => {
  const keys: string[] = []
  for await (const { key } of harness.deps.store.list(org)) keys.push(key)
  return keys
}
const names = async () =>
  (await harness.deps.db.selectFrom('file_descriptions').select('name').execute()).map(
    ({ name }) => name,
  )
const parts = () => harness.deps.db.selectFrom('file_parts').select('at_byte').execute()

test('stores a file in parts as one private blob, even if it is sent several times', async () => {
  const whole = pdf()
  const first = buildPart(whole, 0, 400)
  expect(await storeFilePart(harness.deps, first)).toEqual({ outcome: 'more', next: 400 })
  expect(await storeFilePart(harness.deps, first)).toEqual({ outcome: 'more', next: 400 })
  const stored = await storeFilePart(harness.deps, buildPart(whole, 400, 2_000))
  expect(stored).toMatchObject({
    outcome: 'stored',
    file: {
      contentType: 'application/pdf',
      bytes: whole.length,
      key: expect.stringMatching(/\/priv\/.*\.pdf$/),
    },
  })
  const key = stored.outcome === 'stored' ? stored.file.key : ''
  expect(await send(whole)).toEqual(stored)
  expect([await blobs(), await parts()]).toEqual([[key], []])
  const owner = await harness.send('GET', `/api/assets/${key}`, await harness.as(orgId))
  expect([owner.status, owner.headers['content-disposition']]).toEqual([200, 'attachment'])
  expect(owner.body.equals(whole)).toBe(true)
  const stranger = await harness.send('GET', `/api/assets/${key}`, await harness.as(newId('org')))
  expect(stranger.status).toBe(404)
})

test('stores another blob for another name, other bytes or another org', async () => {
  const other = newId('org')
  await send(pdf())
  await send(pdf(), { name: 'mail:chn_1:m2:0' })
  await send(pdf(1_001))
  await send(pdf(), { orgId: other })
  expect([(await blobs()).length, (await blobs(other)).length]).toEqual([3, 1])
})

test('stores a public file in the public lane if asked, in addition to a private one', async () => {
  const sound = Buffer.alloc(44 + 2_000)
  sound.write('RIFF', 0, 'latin1')
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write('WAVEfmt ', 8, 'latin1')
  sound.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    sound.writeUInt16LE(value, at)
  sound.writeUInt32LE(24_000, 24)
  sound.writeUInt32LE(48_000, 28)
  sound.write('data', 36, 'latin1')
  sound.writeUInt32LE(2_000, 40)
  const stored = await send(sound, { visibility: 'pub' })
  expect(stored).toMatchObject({
    outcome: 'stored',
    file: { key: expect.stringMatching(/\/pub\/.*\.wav$/) },
  })
  expect(await send(sound, { visibility: 'pub' })).toEqual(stored)
  const key = stored.outcome === 'stored' ? stored.file.key : ''
  expect((await harness.send('GET', `/api/assets/${key}`)).status).toBe(200)
  await send(sound)
  expect(await blobs()).toHaveLength(2)
})

test("keeps the file's original name, even when the file is sent again", async () => {
  const whole = pdf()
  await send(whole, { fileName: 'C:\\Mails\\Rechnung Mai.pdf' })
  await send(whole, { fileName: 'Other.pdf' })
  expect(await names()).toEqual(['Rechnung Mai.pdf'])
  await send(pdf(900))
  expect([await names(), (await blobs()).length]).toEqual([['Rechnung Mai.pdf'], 2])
})

test('stores nothing if a part is missing, differs from the announced bytes or lies beyond the end', async () => {
  const whole = pdf()
  expect(await storeFilePart(harness.deps, buildPart(whole, 400, 2_000))).toEqual({
    outcome: 'restart',
  })
  expect(await send(whole, { digest: 'a'.repeat(64) })).toEqual({ outcome: 'restart' })
  expect(await send(whole, { size: 10 })).toMatchObject({ outcome: 'refused' })
  expect([await blobs(), await parts()]).toEqual([[], []])
})

test('decides by the bytes, and explains why programs, markup, office files and texts are rejected', async () => {
  expect(await send(buildPng(3_000))).toMatchObject({
    outcome: 'stored',
    file: { contentType: 'image/png' },
  })
  const office = Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'latin1')
  const texts = ['MZ program', '<html>', '<?xml version="1.0"?><Invoice/>', 'a,b\n1,2'].map(
    (text) => Buffer.from(text),
  )
  for (const bytes of [...texts, office, buildPng(6_000_000)]) {
    expect(await send(bytes)).toMatchObject({ outcome: 'refused', message: expect.any(String) })
  }
  expect(maxDocumentBytes).toBe(25_000_000)
  expect(await blobs()).toHaveLength(1)
})

test('rejects a picture that cannot be decoded, and removes location data only if it is public', async () => {
  expect(await send(Buffer.concat([buildPng().subarray(0, 60)]))).toMatchObject({
    outcome: 'refused',
  })
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'ACME Phones' } })
    .jpeg()
    .toBuffer()
  const stored = [
    await send(photo),
    await send(photo, { visibility: 'pub' }),
    await send(photo, { visibility: 'pub' }),
  ]
  const files = stored.map((one) => (one.outcome === 'stored' ? one.file : undefined))
  expect([files[0]?.bytes, files[2]]).toEqual([photo.length, files[1]])
  const bytes = await Promise.all(files.map((file) => readAll(harness.deps.store, file?.key ?? '')))
  expect(bytes.map((one) => one?.includes('ACME'))).toEqual([true, false, false])
  expect(files[1]?.bytes).toBe(bytes[1]?.length)
})

test('rejects a public video if its parts cannot be followed, and stores it as a private one', async () => {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1')
  const video = Buffer.concat([
    head,
    Buffer.alloc(8 * 100_002, Buffer.from('\0\0\0\x08free', 'latin1')),
  ])
  expect(await send(video, { visibility: 'pub', fileName: 'Flight.mp4' })).toMatchObject({
    outcome: 'refused',
  })
  expect([await blobs(), await names()]).toEqual([[], []])
  expect(await send(video)).toMatchObject({ outcome: 'stored', file: { contentType: 'video/mp4' } })
})

test('leaves no bytes if the name cannot be written, and keeps the name for the retry if the commit fails', async () => {
  const whole = pdf()
  await sql`alter table file_descriptions rename to away`.execute(harness.deps.db)
  await expect(send(whole, { fileName: 'May.pdf' })).rejects.toThrow()
  expect(await harness.leftovers()).toEqual([])
  await sql`alter table away rename to file_descriptions`.execute(harness.deps.db)

  const lane = join(harness.directory, orgId)
  await writeFile(lane, '')
  await expect(send(whole, { fileName: 'May.pdf' })).rejects.toThrow()
  expect(await names()).toEqual(['May.pdf'])
  await rm(lane)
  expect(await send(whole, { fileName: 'May.pdf' })).toMatchObject({ outcome: 'stored' })
  expect([await names(), (await blobs()).length]).toEqual([['May.pdf'], 1])
})

test('deletes incomplete parts after an hour, and stores nothing if the org is deleted', async () => {
  await storeFilePart(harness.deps, buildPart(pdf(), 0, 400))
  await deleteOldParts(harness.deps.db)
  expect(await parts()).toHaveLength(1)
  await harness.deps.db
    .updateTable('file_parts')
    .set({ received_at: new Date(Date.now() - 3_700_000) })
    .execute()
  await deleteOldParts(harness.deps.db)
  expect(await parts()).toEqual([])
  await purgeOrg(harness.deps, orgId)
  expect(await send(pdf())).toMatchObject({ outcome: 'refused' })
  expect(await blobs()).toEqual([])
})
