import { once } from 'node:events'
import { request } from 'node:http'
import type { BlobStore } from '@atrium/blob-store'
import { sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildForm, filePart } from '../../test/forms.ts'
import { type Harness, startHarness } from '../../test/harness.ts'
import { buildPng } from '../../test/media-samples.ts'
import { purgeOrg } from '../release/purge-org.ts'

/** If set, commits wait here. */
let gate: { entered(): void; opened: Promise<void> } | undefined
const gated = (store: BlobStore): BlobStore => ({
  ...store,
  async stage(source, options) {
    const staged = await store.stage(source, options)
    return {
      ...staged,
      async commit(key) {
        gate?.entered()
        await gate?.opened
        await staged.commit(key)
      },
    }
  },
})
function closeGate() {
  const opened = Promise.withResolvers<void>()
  let entered = 0
  const count = () => {
    entered += 1
  }
  gate = { entered: count, opened: opened.promise }
  return { entered: () => entered, open: opened.resolve }
}

let harness: Harness
beforeEach(async () => {
  gate = undefined
  harness = await startHarness({ wrap: gated })
})
afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
  await harness.stop()
})

const form = buildForm(filePart(buildPng(2_400_000)))
const nothing = { bytes: 0, count: 0 }
const upload = async (orgId: string, user: string, key?: string) =>
  harness.send(
    'POST',
    '/api/assets',
    { ...form.headers, ...(await harness.as(orgId, user)), ...(key && { 'idempotency-key': key }) },
    form.body,
  )

describe('an upload that outlives its org', () => {
  it('rejects the upload when the org is purged during it, and leaves nothing', async () => {
    const orgId = newId('org')
    const headers = { ...form.headers, ...(await harness.as(orgId)) }
    const sent = request({
      port: harness.port,
      method: 'POST',
      path: '/api/assets',
      headers,
      agent: false,
    })
    const answered = once(sent, 'response')
    sent.write(form.body.subarray(0, 2_300_000))
    await eventually(async () => expect(await harness.leftovers()).toHaveLength(1))
    await purgeOrg(harness.deps, orgId)
    sent.end(form.body.subarray(2_300_000))
    const [response] = await answered
    expect(response.statusCode).toBe(400)
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({
      code: 'no_active_org',
    })
    expect(await sumStored(harness.deps.store, orgId)).toEqual(nothing)
  })

  it.each([undefined, 'a-key'])(
    'leaves nothing even if the purge came first (key %s)',
    async (key) => {
      const orgId = newId('org')
      const door = closeGate()
      const answer = upload(orgId, newId('usr'), key)
      await eventually(async () => expect(door.entered()).toBe(1))
      await purgeOrg(harness.deps, orgId)
      door.open()
      expect((await answer).json()).toMatchObject({ status: 400, code: 'no_active_org' })
      expect(await sumStored(harness.deps.store, orgId)).toEqual(nothing)
    },
  )

  it('does not affect other orgs', async () => {
    await purgeOrg(harness.deps, newId('org'))
    expect((await upload(newId('org'), newId('usr'))).status).toBe(201)
  })
})

describe('an upload with an Idempotency-Key', () => {
  it('holds no transaction while its blob is written to the store', async () => {
    const orgId = newId('org')
    const door = closeGate()
    // There are more uploads than connections, so the statement below would wait for one.
    const answers = Array.from({ length: 6 }, (_, i) => upload(orgId, newId('usr'), `key-${i}`))
    await eventually(async () => expect(door.entered()).toBe(6))
    const { rows } = await sql<{ busy: string }>`select count(*) as busy from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(
      harness.deps.db,
    )
    expect(rows).toEqual([{ busy: '0' }])
    door.open()
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(Array(6).fill(201))
  })

  it('deletes its blob if the same upload was faster, and repeats that response', async () => {
    const [orgId, user] = [newId('org'), newId('usr')]
    const door = closeGate()
    const answers = Array.from({ length: 3 }, () => upload(orgId, user, 'key'))
    await eventually(async () => expect(door.entered()).toBe(3))
    door.open()
    const all = await Promise.all(answers)
    expect(new Set(all.map((answer) => answer.body.toString())).size).toBe(1)
    expect(all.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(
      2,
    )
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 2_400_000, count: 1 })
  })

  it('stores nothing more if the key already has its response', async () => {
    const [orgId, user] = [newId('org'), newId('usr')]
    await upload(orgId, user, 'key')
    const door = closeGate()
    door.open()
    expect((await upload(orgId, user, 'key')).headers['idempotency-replayed']).toBe('true')
    expect(door.entered()).toBe(0)
  })

  it('leaves nothing if the database is down', async () => {
    const orgId = newId('org')
    await sql`alter table idempotency_keys rename to idempotency_keys_away`.execute(harness.deps.db)
    expect((await upload(orgId, newId('usr'), 'key')).status).toBe(500)
    await sql`alter table removed_orgs rename to removed_orgs_away`.execute(harness.deps.db)
    expect((await upload(orgId, newId('usr'))).status).toBe(500)
    expect(await sumStored(harness.deps.store, orgId)).toEqual(nothing)
  })
})
