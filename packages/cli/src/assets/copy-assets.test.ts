import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFilesystemStore } from '@atrium/blob-store'
import { keyFor, listed, sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atrium, copyArgs, fill, sizes } from '../../test/asset-stores.ts'
import { withDatabase } from '../with-database.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-cli-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const directory = (name: string) => join(root, name)

describe('atrium assets copy', () => {
  it('copies every blob of one organisation only and nothing in a second run', async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const [orgId, other] = [newId('org'), newId('org')]
    const blobs = await fill(from, orgId, 20)
    await fill(from, other, 2)
    const args = copyArgs(orgId, directory('a'), directory('b'))
    expect(await atrium(args)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^20 copied/)],
    })
    const to = createFilesystemStore({ directory: directory('b') })
    expect(await listed(to.list(orgId))).toEqual(sizes(blobs))
    expect(await sumStored(to, other)).toEqual({ bytes: 0, count: 0 })
    for (const [key, bytes] of blobs)
      expect(await readFile(join(directory('b'), key))).toEqual(bytes)
    const again = await atrium(args)
    expect(again).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^0 copied \(0.0 MB\), 20 already there/)],
    })
  })

  it('copies names, descriptions and tags of one organisation when it is given the other database, and keeps those there', async () => {
    const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
    const inside = <T>(url: string, step: Parameters<typeof withDatabase<T>>[1]) =>
      withDatabase({ DATABASE_URL: url }, step)
    for (const { url } of [source, target]) {
      await inside(url, async (db) => {
        await sql`create schema assets`.execute(db)
        await sql`create table assets.file_descriptions (org_id text, key text, name text, alt_text text,
          tags text[], stored_at timestamptz(3), search tsvector, primary key (org_id, key))`.execute(
          db,
        )
      })
    }
    const [orgId, other] = [newId('org'), newId('org')]
    const [pub, kept, priv] = [keyFor(orgId), keyFor(orgId), keyFor(orgId, 'priv')]
    const describe = (url: string, org: string, key: string, name: string | null) =>
      inside(url, (db) =>
        sql`insert into assets.file_descriptions values (${org}, ${key}, ${name}, 'Boats "at" dawn',
          array['a,b', 'ö {}'], '2026-03-02T09:00:00.123Z', array_to_tsvector(array['it''s', '=org']))`.execute(
          db,
        ),
      )
    await describe(source.url, orgId, pub, null)
    await describe(source.url, orgId, priv, 'Plan')
    await describe(source.url, orgId, kept, 'Old name')
    await describe(source.url, other, keyFor(other), 'Theirs')
    await describe(target.url, orgId, kept, 'New name')
    const stored = async (url: string) =>
      (
        await inside(url, (db) =>
          sql`select * from assets.file_descriptions order by key`.execute(db),
        )
      ).rows as {
        key: string
      }[]
    await mkdir(directory('n'), { recursive: true })
    const args = copyArgs(orgId, directory('n'), directory('m'))
    const env = { DATABASE_URL: source.url, TO_DATABASE_URL: target.url }
    const copied = (count: number) => `descriptions: ${count} copied, ${3 - count} already there`
    expect((await atrium([...args, '--lane', 'priv'], env)).out.at(-1)).toBe(
      'descriptions: 1 copied, 0 already there',
    )
    expect(await atrium(args, env)).toMatchObject({
      code: 0,
      out: expect.arrayContaining([copied(1)]),
    })
    expect((await atrium(args, env)).out.at(-1)).toBe(copied(0))
    const wanted = (await stored(source.url)).filter(({ key }) => key.startsWith(orgId))
    expect(await stored(target.url)).toEqual(
      wanted.map((row) => (row.key === kept ? { ...row, name: 'New name' } : row)),
    )
    expect(await atrium(args, { TO_DATABASE_URL: target.url })).toMatchObject({
      code: 2,
      err: expect.stringContaining('DATABASE_URL is not set'),
    })
    await Promise.all([source.drop(), target.drop()])
  })

  it('copies a single lane if --lane is given', async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const orgId = newId('org')
    await fill(from, orgId, 6)
    await atrium([...copyArgs(orgId, directory('a'), directory('c')), '--lane', 'priv'])
    const to = createFilesystemStore({ directory: directory('c') })
    expect((await listed(to.list(orgId, 'priv'))).size).toBe(2)
    expect((await listed(to.list(orgId, 'pub'))).size).toBe(0)
  })

  it.each<[string, string[], RegExp]>([
    ['no org', ['--from', 'a', '--to', 'b'], /'--org <id>' not specified/],
    ['a bad org', ['--org', 'org_1', '--from', 'a', '--to', 'b'], /not an organisation id/],
    [
      'no source',
      ['--org', `org_${'0'.repeat(32)}`, '--to', 'b'],
      /'--from <store>' not specified/,
    ],
    [
      'a bad lane',
      ['--org', `org_${'0'.repeat(32)}`, '--from', 'a', '--to', 'b', '--lane', 'x'],
      /pub or priv/,
    ],
    [
      'keys in the address',
      ['--org', `org_${'0'.repeat(32)}`, '--from', 'http://a:b@c/bucket', '--to', 'b'],
      /Remove the keys from the address/,
    ],
    ['an unknown flag', ['--org', 'org_1', '--from', 'a', '--to', 'b', '--nonsense'], /nonsense/],
    [
      'a source that does not exist',
      ['--org', `org_${'0'.repeat(32)}`, '--from', '/nowhere/at/all', '--to', 'b'],
      /\/nowhere\/at\/all does not exist/,
    ],
    [
      'one store twice',
      ['--org', `org_${'0'.repeat(32)}`, '--from', 'a', '--to', './a/'],
      /the same store/,
    ],
    [
      'an option of another command',
      ['--org', `org_${'0'.repeat(32)}`, '--from', 'a', '--to', 'b', '--delete'],
      /unknown option '--delete'/,
    ],
  ])('prints one line when it refuses %s', async (_, args, message) => {
    const { code, err } = await atrium(['assets', 'copy', ...args])
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(err.split('\n').length).toBeLessThan(3)
  })
})
