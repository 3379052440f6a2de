import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFilesystemStore, openStore } from '@atrium/blob-store'
import { listed } from '@atrium/blob-store/testing'
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
import { atrium, fill } from '../../test/asset-stores.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-cli-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const directory = (name: string) => join(root, name)

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
