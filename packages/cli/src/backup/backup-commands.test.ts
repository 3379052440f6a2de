import { mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createFilesystemStore, openStore } from '@atrium/blob-store'
import { keyFor, putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { createDatabase, type Migrations, migrate, type PlatformTables } from '@atrium/database'
import { ensureStreams } from '@atrium/messaging'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { runCommand } from '../run-command.ts'
import { withBus } from '../with-bus.ts'
import { manifestPath } from './backup-folder.ts'

const statements = [
  sql`create table organization (id text primary key)`,
  sql`create table parents (id bigint generated always as identity primary key, name text)`,
  sql`create table children (
    parent bigint not null references parents, at timestamptz(6), bytes bytea, data jsonb, amount numeric,
    tags text[], note text, ratio float8, twice numeric generated always as (amount * 2) stored)`,
  sql`create function counted() returns trigger language plpgsql as $$
    begin new.note = coalesce(new.note, '') || '!'; return new; end $$`,
  sql`create trigger counted before insert on children for each row execute function identity.counted()`,
]
const migrations: Migrations = {
  '0001-all': {
    up: async (db) => {
      for (const statement of statements) await statement.execute(db)
    },
  },
}

let folder: string
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a database with one service, files and an operator's command line. */
async function openPlatform(extra: Migrations = {}) {
  const database = await createTestDatabase()
  const { db, close } = createDatabase<PlatformTables>({
    // Services set an application name, too.
    url: `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=test`,
    schema: 'identity',
    poolSize: 2,
  })
  closing.push(database.drop, close)
  await migrate(db, 'identity', { ...migrations, ...extra })
  const files = await mkdtemp(join(folder, 'files-'))
  const env = {
    DATABASE_URL: database.url,
    ASSETS_UPLOAD_DIR: files,
    NATS_URL: inject('natsUrl'),
    NATS_NAMESPACE: `b${newId('org').slice(-12)}`,
  }
  await withBus(env, ensureStreams)
  const variables: Record<string, string> = env
  const atrium = async (...args: string[]) => {
    const lines: string[] = []
    const io = {
      env: variables,
      write: (line: string) => lines.push(line),
      error: (line: string) => lines.push(line),
    }
    return { code: await runCommand(args, io), text: lines.join('\n') }
  }
  const rows = async () => {
    const { rows: found } =
      await sql`select name, children::text as child, data is null as without from children
      join parents on parents.id = parent order by parent`.execute(db)
    return found
  }
  return { db, url: database.url, variables, files, atrium, rows }
}

const note = 'two\nlines \\u0000 \\n \t"quoted" ☃'

async function fill({ db, files }: Awaited<ReturnType<typeof openPlatform>>) {
  const org = newId('org')
  await sql`insert into organization values (${org})`.execute(db)
  await sql`insert into parents (name) select 'parent ' || n from generate_series(1, 450) n`.execute(
    db,
  )
  await sql`insert into children (parent, at, bytes, data, amount, tags, note, ratio) values
    (1, '2026-03-29 01:59:59.123456+00', '\\x00ff5c', 'null', 12345678901234567890.0123456789, array['a,b', 'c"d', null],
      ${note}, 0.1),
    (2, null, null, null, null, null, null, 'NaN'),
    (3, 'infinity', '', '{"n": 1.10, "t": "\\u00e9"}', 'NaN', '{}', '', 'infinity')`.execute(db)
  const key = keyFor(org, 'priv')
  await putBlob(createFilesystemStore({ directory: files }), key, toBytes(Buffer.from('a file')))
  return key
}

test('restores every row and file and continues the sequences after their last value', async () => {
  const platform = await openPlatform()
  const key = await fill(platform)
  const before = await platform.rows()
  const path = join(folder, 'backup')
  expect(await platform.atrium('backup', path)).toEqual({
    code: 0,
    text: expect.stringMatching(/^454 rows of \d+ tables and the files of 1 organisations$/),
  })
  expect((await stat(manifestPath(path))).mode & 0o777).toBe(0o600)
  await sql`delete from children`.execute(platform.db)
  await sql`update parents set name = 'other'`.execute(platform.db)
  await sql`insert into parents (name) values ('later')`.execute(platform.db)
  await rm(join(platform.files, key))
  expect(await platform.atrium('restore', path)).toMatchObject({
    code: 2,
    text: expect.stringContaining('--yes'),
  })
  expect(await platform.rows()).toEqual([])
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({ code: 0 })
  expect(await platform.rows()).toEqual(before)
  expect(await readFile(join(platform.files, key), 'utf8')).toBe('a file')
  const { rows } = await sql<{
    id: string
  }>`insert into parents (name) values ('new') returning id::text`.execute(platform.db)
  expect(rows).toEqual([{ id: '451' }])
  await expect(
    sql`insert into children (parent) values (9999)`.execute(platform.db),
  ).rejects.toThrow('foreign key')
})

test('records the snapshot time if rows are written during the backup', async () => {
  const platform = await openPlatform()
  await fill(platform)
  const add = async (name: string): Promise<Date> => {
    const statement = sql<{ at: Date }>`with added as (insert into parents (name) values (${name}))
      select clock_timestamp() as at`
    const { rows } = await statement.execute(platform.db)
    return rows[0]?.at ?? new Date(Number.NaN)
  }
  const before = await add('before')
  const path = join(folder, 'backup')
  let during: Promise<Date> | undefined
  const io = { env: platform.variables, write: () => {}, error: () => {} }
  const progress = () => {
    during ??= add('during')
  }
  expect(await runCommand(['backup', path], { ...io, progress })).toBe(0)
  const { createdAt } = JSON.parse(await readFile(manifestPath(path), 'utf8')) as {
    createdAt: string
  }
  expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before.getTime())
  expect(Date.parse(createdAt)).toBeLessThanOrEqual((await during)?.getTime() ?? 0)
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({
    code: 0,
    text: expect.stringContaining(`Restored the platform to ${createdAt}`),
  })
  const { rows } = await sql`select name from parents where name in ('before', 'during')`.execute(
    platform.db,
  )
  expect(rows).toEqual([{ name: 'before' }])
})

test('backs up and restores stored transcripts but not as assets', async () => {
  const platform = await openPlatform()
  const asset = await fill(platform)
  const [org = ''] = asset.split('/')
  const transcripts = openStore(
    { kind: 'directory', directory: platform.files },
    folder,
    'transcripts',
  )
  const key = keyFor(org, 'priv', 'gz')
  await putBlob(transcripts, key, toBytes(Buffer.from('lines')))
  const path = join(folder, 'backup')
  expect(await platform.atrium('backup', path)).toMatchObject({ code: 0 })
  const manifest = JSON.parse(await readFile(manifestPath(path), 'utf8')) as { files: object }
  expect(manifest.files).toEqual({ count: 2, bytes: 11, complete: true })
  await transcripts.delete(key)
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({ code: 0 })
  expect(await readFile(join(platform.files, 'transcripts', key), 'utf8')).toBe('lines')
  expect(await readdir(join(platform.files, org, 'priv'))).toHaveLength(1)
  await transcripts.close()
})

test('changes nothing if a backup is truncated or from another version', async () => {
  const platform = await openPlatform()
  await fill(platform)
  const path = join(folder, 'backup')
  await platform.atrium('backup', path, '--no-files')
  expect(await platform.atrium('backup', path)).toMatchObject({
    code: 2,
    text: expect.stringContaining('not empty'),
  })
  await sql`update parents set name = 'present'`.execute(platform.db)
  const before = await platform.rows()

  const newer = await openPlatform({ '0002-more': { up: async () => {} } })
  expect(await newer.atrium('restore', path, '--yes')).toMatchObject({
    code: 2,
    text: expect.stringContaining('newer than that of the backup (0002-more)'),
  })
  const manifest = await readFile(manifestPath(path), 'utf8')
  await writeFile(manifestPath(path), manifest.replace('0001-all', '0001-drafts'))
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({
    code: 2,
    text: expect.stringContaining('from before the first release (0001-drafts)'),
  })
  await writeFile(manifestPath(path), manifest)
  const file = join(path, 'database/identity.parents.jsonl.gz')
  await truncate(file, (await stat(file)).size - 20)
  await expect(platform.atrium('restore', path, '--yes')).rejects.toThrow()
  expect(await platform.rows()).toEqual(before)
  await rm(file)
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining('ENOENT'),
  })
  expect(await platform.rows()).toEqual(before)
  await writeFile(manifestPath(path), '{}')
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({ code: 2 })
  expect(await platform.atrium('restore', folder, '--yes')).toMatchObject({
    code: 2,
    text: expect.stringContaining('not a complete backup'),
  })
})

test('replaces nothing if files of the backup are missing, unless --missing-files is given', async () => {
  const platform = await openPlatform()
  const key = await fill(platform)
  const path = join(folder, 'backup')
  await platform.atrium('backup', path)
  await sql`update parents set name = 'present'`.execute(platform.db)
  const before = await platform.rows()
  const blobs = join(path, 'blobs')
  await rename(blobs, `${blobs}.away`)
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({
    code: 2,
    text: expect.stringContaining('has 0 files of 0 bytes instead of 1 of 6'),
  })
  expect(await platform.rows()).toEqual(before)
  await rename(`${blobs}.away`, blobs)
  // A copy never overwrites a file at the target if it is longer than the source's.
  await writeFile(join(platform.files, key), 'a longer file')
  const refused = await platform.atrium('restore', path, '--yes')
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('was not changed') })
  expect(await platform.rows()).toEqual(before)
  expect(await platform.atrium('restore', path, '--yes', '--missing-files')).toMatchObject({
    code: 0,
  })
  expect(await platform.rows()).not.toEqual(before)
})

test('does not restore a backup with failed files as if it were complete', async () => {
  const platform = await openPlatform()
  await fill(platform)
  const path = join(folder, 'backup')
  await platform.atrium('backup', path)
  const manifest = JSON.parse(await readFile(manifestPath(path), 'utf8')) as { files: object }
  expect(manifest.files).toEqual({ count: 1, bytes: 6, complete: true })
  const files = { ...manifest.files, complete: false }
  await writeFile(manifestPath(path), JSON.stringify({ ...manifest, files }))
  expect(await platform.atrium('restore', path, '--yes')).toMatchObject({
    code: 2,
    text: expect.stringContaining('while files could not be copied'),
  })
})

test('replaces nothing without NATS or while services are running', async () => {
  const platform = await openPlatform()
  await fill(platform)
  const path = join(folder, 'backup')
  await platform.atrium('backup', path, '--no-files')
  await sql`update parents set name = 'present'`.execute(platform.db)
  const before = await platform.rows()
  const restore = (...more: string[]) => platform.atrium('restore', path, '--yes', ...more)

  const { NATS_NAMESPACE: namespace = '' } = platform.variables
  platform.variables['NATS_NAMESPACE'] = `${namespace}x`
  expect(await restore()).toMatchObject({
    code: 2,
    text: expect.stringContaining('NATS has no streams'),
  })
  platform.variables['NATS_NAMESPACE'] = namespace
  const service = createDatabase<PlatformTables>({
    url: platform.url,
    schema: 'board',
    poolSize: 1,
  })
  await sql`select 1`.execute(service.db)
  expect(await restore()).toMatchObject({ code: 2, text: expect.stringContaining('atrium-board') })
  expect(await platform.rows()).toEqual(before)
  expect(await restore('--while-running')).toMatchObject({ code: 0 })
  expect(await platform.rows()).not.toEqual(before)
  // Waits for a service that has just been stopped.
  const [restored] = await Promise.all([restore(), setTimeout(300).then(service.close)])
  expect(restored).toMatchObject({ code: 0 })
})
