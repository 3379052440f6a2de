import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
import { type BlobStore, createFilesystemStore, createS3Store, openStore } from '@atrium/blob-store'
import {
  findS3Server,
  keyFor,
  listed,
  putBlob,
  readAll,
  sumStored,
  toBytes,
} from '@atrium/blob-store/testing'
import {
  BoardLiveAssets,
  BoardReleaseSettled,
  IdentityLiveAssets,
  InvoicingLiveAssets,
  newId,
  ReleaseAssets,
  WorkflowLiveAssets,
} from '@atrium/contracts'
import { rpcHandler, serveRpc } from '@atrium/messaging'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runCommand } from '../run-command.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'

const s3 = await findS3Server()
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-cli-'))
})
afterAll(async () => {
  await s3?.stop()
  await rm(root, { recursive: true, force: true })
})

async function atrium(args: string[], env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(args, {
    env,
    write: (line) => out.push(line),
    error: (line) => err.push(line),
  })
  return { code, out, err: err.join('\n') }
}

const directory = (name: string) => join(root, name)
async function fill(store: BlobStore, orgId: string, count: number): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  for (let i = 0; i < count; i++) {
    const key = keyFor(orgId, i % 3 === 0 ? 'priv' : 'pub')
    blobs.set(key, randomBytes(1000 + i))
    await putBlob(store, key, toBytes(blobs.get(key) ?? ''))
  }
  return blobs
}
const sizes = (blobs: Map<string, Buffer>) =>
  new Map([...blobs].map(([key, bytes]) => [key, bytes.length]))

describe('atrium assets copy', () => {
  it('copies every blob of one organisation only and nothing in a second run', async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const [orgId, other] = [newId('org'), newId('org')]
    const blobs = await fill(from, orgId, 20)
    await fill(from, other, 2)
    const args = [
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('a'),
      '--to',
      directory('b'),
    ]
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
    const args = [
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('n'),
      '--to',
      directory('m'),
    ]
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
    await atrium([
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('a'),
      '--to',
      directory('c'),
      '--lane',
      'priv',
    ])
    const to = createFilesystemStore({ directory: directory('c') })
    expect((await listed(to.list(orgId, 'priv'))).size).toBe(2)
    expect((await listed(to.list(orgId, 'pub'))).size).toBe(0)
  })

  it('replaces a truncated blob of an interrupted copy', async () => {
    const from = createFilesystemStore({ directory: directory('a') })
    const orgId = newId('org')
    const [[key, bytes] = ['', Buffer.alloc(0)]] = await fill(from, orgId, 2)
    const args = [
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('a'),
      '--to',
      directory('d'),
    ]
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
    const args = [
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('a'),
      '--to',
      directory('d'),
    ]
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
    const args = [
      'assets',
      'copy',
      '--org',
      orgId,
      '--from',
      directory('g'),
      '--to',
      directory('h'),
    ]
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
      const there = await atrium(
        ['assets', 'copy', '--org', orgId, '--from', directory('e'), '--to', bucket],
        env,
      )
      expect(there).toMatchObject({ code: 0, out: [expect.stringMatching(/^12 copied/)] })
      const remote = createS3Store({ ...s3, stagingDirectory: directory('staging') })
      for (const [key, bytes] of blobs) expect(await readAll(remote, key)).toEqual(bytes)
      await from.purge(orgId)
      const again = await atrium(
        ['assets', 'copy', '--org', orgId, '--from', bucket, '--to', directory('e')],
        back,
      )
      expect(again).toMatchObject({ code: 0, out: [expect.stringMatching(/^12 copied/)] })
      for (const [key, bytes] of blobs) expect(await readAll(from, key)).toEqual(bytes)
      await remote.purge(orgId)
      await remote.close()
    },
  )

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

describe('atrium assets orphans', () => {
  it('refuses an option of another command because ignoring it would delete more than asked', async () => {
    const args = ['assets', 'orphans', '--org', newId('org'), '--lane', 'priv', '--delete']
    expect(await atrium(args)).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown option '--lane'"),
    })
  })

  const env = () => ({
    NATS_URL: inject('natsUrl'),
    NATS_NAMESPACE: `t${randomBytes(6).toString('hex')}`,
    ASSETS_UPLOAD_DIR: directory('f'),
  })

  it.each([
    ['transcripts', 'transcripts', 'agent_transcript_files'],
    ['item-files', 'files', 'item_files'],
  ] as const)(
    'lists the %s that no row names and deletes them only if --delete is given',
    async (flag, area, table) => {
      const database = await createTestDatabase()
      const variables = { DATABASE_URL: database.url, ASSETS_UPLOAD_DIR: directory('files') }
      const store = openStore({ kind: 'directory', directory: directory('files') }, root, area)
      const orgId = newId('org')
      const asset = [
        ...(await fill(createFilesystemStore({ directory: directory('files') }), orgId, 1)).keys(),
      ]
      const [named = '', young = '', ...orphans] = [...(await fill(store, orgId, 4)).keys()]
      const past = new Date(Date.now() - 8 * 86_400_000)
      for (const key of [named, ...orphans])
        await utimes(join(directory('files'), area, key), past, past)
      await withDatabase(variables, async (db) => {
        await sql`create schema workflow`.execute(db)
        await sql`create table workflow.${sql.ref(table)} (key text, org_id text)`.execute(db)
        await sql`insert into workflow.${sql.ref(table)} values (${named}, ${orgId})`.execute(db)
      })
      const args = ['assets', 'orphans', `--${flag}`, '--org', orgId]
      const listing = await atrium(args, variables)
      expect(listing).toMatchObject({ code: 0, err: expect.stringMatching(/^2 orphans/) })
      expect(listing.out.map((line) => line.split('\t')[0]).toSorted()).toEqual(orphans.toSorted())
      expect((await listed(store.list(orgId))).size).toBe(4)
      expect(await atrium([...args, '--delete'], variables)).toMatchObject({ code: 0 })
      expect([...(await listed(store.list(orgId))).keys()].toSorted()).toEqual(
        [named, young].toSorted(),
      )
      expect(await readFile(join(directory('files'), asset[0] ?? ''))).toHaveLength(1_000)
      await database.drop()
    },
  )

  it('lists old unreferenced blobs and releases them only if --delete is given', async () => {
    const store = createFilesystemStore({ directory: directory('f') })
    const orgId = newId('org')
    const keys = [...(await fill(store, orgId, 4)).keys()]
    const [live = '', young = '', ...orphans] = keys
    const past = new Date(Date.now() - 8 * 86_400_000)
    for (const key of [live, ...orphans]) await utimes(join(directory('f'), key), past, past)
    const variables = env()
    const args = ['assets', 'orphans', '--org', orgId]
    const unanswered = await atrium(args, variables)
    expect(unanswered).toMatchObject({
      code: 2,
      err: expect.stringContaining('board did not report'),
    })

    await withBus(variables, async (bus) => {
      const [settled, released]: [unknown[], string[][]] = [[], []]
      const stop = await serveRpc(bus, '1.0.0', [
        rpcHandler(BoardLiveAssets, async () => ({ live: [live] })),
        rpcHandler(IdentityLiveAssets, async () => ({ live: [] })),
        rpcHandler(InvoicingLiveAssets, async () => ({ live: [] })),
        rpcHandler(WorkflowLiveAssets, async () => ({ live: [] })),
        rpcHandler(BoardReleaseSettled, async (outcome) => {
          settled.push(outcome)
          return {}
        }),
        rpcHandler(ReleaseAssets, async (input) => {
          released.push(input.keys)
          return { released: input.keys, kept: [] }
        }),
      ])
      const { code, out } = await atrium(args, variables)
      expect(code).toBe(0)
      expect(out.map((line) => line.split('\t')[0]).toSorted()).toEqual(orphans.toSorted())
      expect(settled).toMatchObject([{ released: [], kept: expect.arrayContaining(orphans) }])
      expect(released).toEqual([])
      expect(await atrium([...args, '--delete'], variables)).toMatchObject({ code: 0 })
      expect(released.flat().toSorted()).toEqual(orphans.toSorted())
      const now = await atrium([...args, '--older-than', '0s'], variables)
      expect(now.out.map((line) => line.split('\t')[0])).toContain(young)
      await stop()
    })
  })
})
