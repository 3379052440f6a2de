import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildAssetKey } from '@atrium/asset-key'
import { type BlobStore, openStore, type StagedBlob } from '@atrium/blob-store'
import { type AgentRun, commonErrors, OrgDeleted, storageErrors } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { sweepAgentRuns } from '../src/agent-runs/leases.db.ts'
import {
  doomFilesOfGoneRuns,
  moveTranscripts,
  sweepTranscriptFiles,
} from '../src/agent-runs/move-transcripts.ts'
import { transcriptReader } from '../src/agent-runs/read-transcript.ts'
import { purgeOrg } from '../src/system/system.db.ts'
import { agentRunWorld, type Claimed, line, toMessages } from './agent-run-world.ts'
import { startHarness } from './harness.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-transcripts-'))
const location = { kind: 'directory', directory: folder } as const
const store = openStore(location, folder, 'transcripts')
const harness = await startHarness([], { ASSETS_UPLOAD_DIR: folder })
const { person, agoBy, transcript } = agentRunWorld(harness)
const { db } = harness
const logger = pino({ level: 'silent' })
const signal = new AbortController().signal
const limits = { leastBytes: 2_000, chunkBytes: 1_500, waitSeconds: 0, writingSeconds: 3_600 }
afterAll(async () => {
  await harness.stop()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql`delete from agent_runs`.execute(db)
  await doomFilesOfGoneRuns({ db }, signal)
  await sweep()
  await hourLater()
  await sweep()
})

const sweep = (of: BlobStore = store) => sweepTranscriptFiles({ db, logger, store: of }, signal)
const hourLater = () =>
  sql`update agent_transcript_files set created_at = created_at - interval '61 minutes',
    deleted_at = deleted_at - interval '61 minutes'`.execute(db)
const storeWith = (commit: (staged: StagedBlob, key: string) => Promise<void>): BlobStore => ({
  ...store,
  async stage(source, options) {
    const staged = await store.stage(source, options)
    return { ...staged, commit: (key) => commit(staged, key) }
  },
})
const move = (to: BlobStore = store) => moveTranscripts({ db, logger, store: to }, signal, limits)
const texts = Array.from({ length: 60 }, (_, n) => `${n} ${'ä'.repeat(n % 7)} ${'x'.repeat(60)}`)

type Person = ReturnType<typeof person>
/** Adds a transcript with 60 entries in calls of seven. */
async function fill({ held }: Person, claimed: Claimed): Promise<void> {
  for (let from = 0; from < texts.length; from += 7) {
    const entries = texts.slice(from, from + 7).map((text) => line(text))
    expect((await held('transcript', claimed, { from, entries })).status).toBe(200)
  }
}
async function ended(one: Person): Promise<Claimed> {
  const claimed = await one.started()
  await fill(one, claimed)
  await one.held('finish', claimed, { status: 'succeeded' })
  return claimed
}
const readTexts = async ({ me }: Person, id: string, more = ''): Promise<string[]> => {
  const read: string[] = []
  for (let next = 0; ; ) {
    const page = await transcript(me, id, `?from=${next}${more}`)
    if (page.entries.length === 0) return read
    expect(page.next).toBe(next + page.entries.length)
    read.push(...page.entries.map(({ text }) => text))
    next = page.next
  }
}
const readParts = async (id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from agent_transcripts where run_id = ${id}`.execute(db)
  return rows[0]?.n ?? 0
}
const fileRows = async () => {
  const { rows } = await sql<{ key: string; state: string; run_id: string }>`
    select key, state, run_id from agent_transcript_files`.execute(db)
  return rows
}
const readKeys = async (orgId: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of store.list(orgId)) keys.push(key)
  return keys
}
const toOrg = ({ me }: Person): string => me.principal.orgId ?? ''

it('moves a large transcript when its run has ended, and returns it from every entry as before', async () => {
  const one = person()
  const { run } = await ended(one)
  const small = await one.started()
  await one.held('transcript', small, { from: 0, entries: [line('short')] })
  await one.held('finish', small, { status: 'succeeded' })
  expect(await move()).toBe(1)
  expect([await readParts(run.id), await readParts(small.run.id)]).toEqual([0, 1])
  expect(await readTexts(one, run.id)).toEqual(texts)
  for (let from = 0; from <= texts.length; from += 1) {
    const { entries } = await transcript(one.me, run.id, `?from=${from}`)
    expect(entries[0]?.text).toBe(texts[from])
  }
  expect(await transcript(one.me, run.id, '?from=99')).toEqual({ entries: [], next: 99 })
  expect(await readTexts(one, small.run.id)).toEqual(['short'])
  const stream = await one.me
    .open(`/api/agent-runs/${run.id}/events`)
    .then((answer) => answer.text())
  const entries = toMessages(stream).flatMap(({ event, data }) =>
    event === 'transcript' ? data.entries : [],
  )
  expect(entries.map(({ text }: { text: string }) => text)).toEqual(texts)
  expect(await move()).toBe(0)
  // Common tools can read the file: several gzip members with JSON lines.
  const [key = ''] = await readKeys(toOrg(one))
  const blob = await store.open(key)
  const lines = gunzipSync((await blob?.buffer()) ?? '')
    .toString()
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.flatMap((each) => JSON.parse(each))).toHaveLength(texts.length)
  // The transcript file does not count as an asset.
  const assets = openStore(location, folder)
  for await (const asset of assets.list(toOrg(one))) expect(asset).toBeUndefined()
})

it('moves no transcript while an agent writes it, but moves that of an earlier attempt', async () => {
  const one = person()
  const claimed = await one.started()
  await fill(one, claimed)
  expect(await move()).toBe(0)
  await agoBy(claimed.run.id, 60 + 121)
  await eventually(async () => expect((await one.get(claimed.run.id)).status).toBe('lost'))
  await one.me.call<AgentRun>('POST', `/api/agent-runs/${claimed.run.id}/requeue`)
  const again = (await one.claim()).body
  await one.held('transcript', again, { from: 0, entries: [line('again')] })
  expect(await move()).toBe(1)
  expect(await readTexts(one, claimed.run.id)).toEqual(['again'])
  expect(await readTexts(one, claimed.run.id, '&attempt=1')).toEqual(texts)
  await one.held('finish', again, { status: 'succeeded' })
  expect(await move()).toBe(0)
  expect(await readTexts(one, claimed.run.id)).toEqual(['again'])
})

it('moves each transcript once if two replicas run', async () => {
  const one = person()
  const runs = [await ended(one), await ended(one), await ended(one)]
  const moved = await Promise.all([move(), move(), move()])
  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await readKeys(toOrg(one))).toHaveLength(3)
  for (const { run } of runs) expect(await readTexts(one, run.id)).toEqual(texts)
})

it('keeps the transcript in the database and no file when the store fails before or after the commit', async () => {
  const one = person()
  const { run } = await ended(one)
  for (const when of ['before', 'after']) {
    const failing = storeWith(async (staged, key) => {
      if (when === 'after') await staged.commit(key)
      else await staged.abort()
      throw new Error('The store is away')
    })
    expect(await move(failing)).toBe(0)
    expect(await readTexts(one, run.id)).toEqual(texts)
    expect((await fileRows()).every(({ state }) => state === 'doomed')).toBe(true)
    expect(await readKeys(toOrg(one))).toEqual([])
  }
  expect(await move()).toBe(1)
  expect(await readTexts(one, run.id)).toEqual(texts)
  // Rows for abandoned files are deleted after the second look at the store.
  await hourLater()
  await sweep()
  expect((await fileRows()).map(({ state }) => state)).toEqual(['kept'])
  expect(await readTexts(one, run.id)).toEqual(texts)
})

it('skips a transcript for a while if it cannot be moved, and moves the others', async () => {
  const one = person()
  const runs = [await ended(one), await ended(one)]
  const stubborn = runs.map(({ run }) => run.id).toSorted()[0] ?? ''
  const paused = new Set<string>()
  let stages = 0
  const narrow: BlobStore = {
    ...store,
    async stage(source, options) {
      stages += 1
      if (stages === 1) throw storageErrors.insufficient_storage()
      return store.stage(source, options)
    },
  }
  const moveTo = (to: BlobStore) =>
    moveTranscripts({ db, logger, store: to, paused }, signal, limits)
  expect(await moveTo(narrow)).toBe(1)
  expect([...paused]).toEqual([stubborn])
  expect(await moveTo(store)).toBe(0)
  paused.clear()
  expect(await moveTo(store)).toBe(1)
  for (const { run } of runs) expect(await readTexts(one, run.id)).toEqual(texts)
})

it('ends the round when the store is unavailable', async () => {
  const one = person()
  await ended(one)
  await ended(one)
  let asked = 0
  const away: BlobStore = {
    ...store,
    async stage() {
      asked += 1
      throw commonErrors.unavailable()
    },
  }
  expect([await move(away), asked]).toEqual([0, 1])
})

it('leaves no file when a write completes after it was abandoned', async () => {
  const one = person()
  await ended(one)
  let commitLate = async (): Promise<unknown> => undefined
  const slow = storeWith(async (staged, key) => {
    commitLate = () => staged.commit(key)
    throw commonErrors.unavailable()
  })
  expect(await move(slow)).toBe(0)
  await sweep()
  await commitLate()
  expect(await readKeys(toOrg(one))).toHaveLength(1)
  await hourLater()
  await sweep()
  expect([await fileRows(), await readKeys(toOrg(one))]).toEqual([[], []])
})

it('deletes the other files if one cannot be deleted', async () => {
  const one = person()
  await ended(one)
  await ended(one)
  expect(await move()).toBe(2)
  await sql`delete from agent_runs`.execute(db)
  await doomFilesOfGoneRuns({ db }, signal)
  const [first = '', second = ''] = (await readKeys(toOrg(one))).toSorted()
  const narrow: BlobStore = {
    ...store,
    async delete(key) {
      if (key === first) throw commonErrors.unavailable()
      return store.delete(key)
    },
  }
  expect(await sweep(narrow)).toBe(1)
  expect(await readKeys(toOrg(one))).toEqual([first])
  await hourLater()
  await sweep(narrow)
  expect((await fileRows()).map(({ key }) => key)).toEqual([first])
  expect([await sweep(), await readKeys(toOrg(one)), second === '']).toEqual([1, [], false])
})

it('deletes what a dead writer left and then moves its transcript', async () => {
  const one = person()
  const { run } = await ended(one)
  const key = buildAssetKey({ orgId: toOrg(one), visibility: 'priv', extension: 'gz' })
  await sql`insert into agent_transcript_files (key, run_id, attempt, org_id, state)
    values (${key}, ${run.id}, 1, ${toOrg(one)}, 'writing')`.execute(db)
  async function* bytes() {
    yield Buffer.from('half')
  }
  await store.stage(bytes()).then((staged) => staged.commit(key))
  expect([await move(), await sweep()]).toEqual([0, 0])
  await hourLater()
  await sweep()
  expect(await readKeys(toOrg(one))).toEqual([])
  expect(await move()).toBe(1)
  expect(await readTexts(one, run.id)).toEqual(texts)
})

it('deletes the files when runs are swept or an organisation is purged, and keeps those of others', async () => {
  const [old, purged, other] = [person(), person(), person()]
  const { run } = await ended(old)
  await ended(purged)
  const kept = await ended(other)
  expect(await move()).toBe(3)
  await sql`update agent_runs set finished_at = now() - interval '91 days' where id = ${run.id}`.execute(
    db,
  )
  await sweepAgentRuns(db, 90, signal)
  await inTransaction(db, undefined, (tx) => purgeOrg(tx, toOrg(purged)))
  await doomFilesOfGoneRuns({ db }, signal)
  await sweep()
  const files = [await readKeys(toOrg(old)), await readKeys(toOrg(purged))]
  expect(files).toEqual([[], []])
  await hourLater()
  await sweep()
  expect((await fileRows()).map(({ run_id }) => run_id)).toEqual([kept.run.id])
  expect(await readTexts(other, kept.run.id)).toEqual(texts)
  expect((await readdir(join(folder, 'transcripts'))).length).toBeGreaterThan(0)
})

it('responds with 404 if the file is missing and with 503 without a store', async () => {
  const one = person()
  const { run } = await ended(one)
  expect(await move()).toBe(1)
  const path = `/api/agent-runs/${run.id}/transcript`
  const row = { id: run.id, org_id: toOrg(one), attempt: 1, finished_at: new Date() }
  await expect(transcriptReader({ db }, undefined)(row, 1, 0)).rejects.toMatchObject({
    code: 'unavailable',
  })
  for (const key of await readKeys(toOrg(one))) await store.delete(key)
  for (const address of [path, `/api/agent-runs/${run.id}/events`]) {
    expect(await one.me.call('GET', address)).toMatchObject({
      status: 404,
      body: { code: 'transcript_gone' },
    })
  }
})

it('responds with 404 if the file is cut short', async () => {
  const one = person()
  const { run } = await ended(one)
  expect(await move()).toBe(1)
  const row = { id: run.id, org_id: toOrg(one), attempt: 1, finished_at: new Date() }
  const gone = { code: 'transcript_gone' }
  const [key = ''] = await readKeys(toOrg(one))
  const whole = (await (await store.open(key))?.buffer()) ?? Buffer.alloc(0)
  await store.delete(key)
  async function* cut() {
    yield whole.subarray(0, 20)
  }
  await store.stage(cut()).then((staged) => staged.commit(key))
  await expect(transcriptReader({ db }, store)(row, 1, 0)).rejects.toMatchObject(gone)
  await store.delete(key)
  async function* other() {
    yield Buffer.alloc(whole.length, 'x')
  }
  await store.stage(other()).then((staged) => staged.commit(key))
  await expect(transcriptReader({ db }, store)(row, 1, 0)).rejects.toMatchObject(gone)
})

it('deletes files that no row names when an organisation is purged', async () => {
  const [purged, other] = [person(), person()]
  for (const one of [purged, other]) {
    async function* bytes() {
      yield Buffer.from('left')
    }
    const key = buildAssetKey({ orgId: toOrg(one), visibility: 'priv', extension: 'gz' })
    await store.stage(bytes()).then((staged) => staged.commit(key))
  }
  const orgId = toOrg(purged)
  await inTransaction(db, undefined, (tx) => emit(tx, OrgDeleted, null, { orgId }))
  await eventually(async () => expect(await readKeys(orgId)).toEqual([]))
  expect(await readKeys(toOrg(other))).toHaveLength(1)
})
