import { PublishPost, ResealTokens } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveChannel } from '../src/channels/channels.db.ts'
import { postProgress } from '../src/publishing/post-progress.ts'
import { createTokenVault, sealContext } from '../src/tokens/token-vault.ts'
import { type Harness, startHarness } from './harness.ts'

const previous = 'the-key-before-the-rotation-of-this-test'
const old = createTokenVault(previous)
let harness: Harness
let vault: SealedSecrets
beforeAll(async () => {
  harness = await startHarness({ env: { SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: previous } })
  if (harness.deps.vault === null) throw new Error('no vault')
  vault = harness.deps.vault
})
afterAll(() => harness?.stop())
beforeEach(async () => {
  for (const table of ['channels', 'pickers', 'oauth_states'] as const) {
    await harness.deps.db.deleteFrom(table).execute()
  }
})

async function channels(count: number, sealer: SealedSecrets): Promise<string[]> {
  const { db } = harness.deps
  const { principal } = harness.person()
  return inTransaction(db, undefined, async (tx) => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) {
      const refreshToken = n % 2 === 0 ? `refresh-${n}` : undefined
      const account = {
        name: 'Page',
        pictureUrl: null,
        expiresAt: null,
        accessToken: `access-${n}`,
        refreshToken,
      }
      ids.push(
        (
          await saveChannel(harness.deps, tx, {
            vault: sealer,
            owner: principal,
            network: 'pagenet',
            account: { ...account, id: `${n}` },
            scopes: [],
            shared: false,
          })
        ).id,
      )
    }
    return ids
  })
}
async function reseal(limit: number) {
  const batches = []
  for (let after: string | null = null, done = false; !done; ) {
    const batch: Awaited<ReturnType<typeof one>> = await one(after, limit)
    batches.push(batch)
    after = batch.next
    done = after === null
  }
  return batches
}
const one = (after: string | null, limit: number) =>
  callRpc(harness.bus, ResealTokens, { after, limit })

test('reseals every envelope under the current key in batches, and a second walk changes none', async () => {
  const { db } = harness.deps
  const ids = await channels(25, old)
  await channels(3, vault)
  const [channelId = ''] = ids
  const attempt = {
    channel_id: channelId,
    task_id: 'task_"1',
    fingerprint: 'f',
    attempt_key: 'k',
    org_id: 'g',
    owner_id: 'o',
    started_at: new Date(),
  }
  await postProgress({ ...harness.deps, vault: old }, { ...attempt, kind: 'post' }).keep(
    'an upload session',
  )
  const soon = new Date(Date.now() + 60_000)
  const mine = { owner_id: 'usr_1', org_id: null, network: 'pagenet' as const, expires_at: soon }
  const picker = { ...mine, pages: '[]' as never, requested_scopes: '[]' as never }
  await db
    .insertInto('pickers')
    .values([
      { ...picker, id: 'pck_1', access_token: old.seal('a-person', sealContext.picker('pck_1')) },
      { ...picker, id: 'pck_2', access_token: '', settled: true },
    ])
    .execute()
  const verifier = old.seal('a-verifier', sealContext.verifier('hash'))
  await db
    .insertInto('oauth_states')
    .values({ ...mine, state_hash: 'hash', credential_id: 'ses_1', return_to: '/', verifier })
    .execute()
  const total = 25 + 13 + 1 + 1 + 1
  const batches = await reseal(10)
  expect(batches.map(({ left }) => left)).toEqual([
    total - 10,
    total - 20,
    total - 30,
    total - 40,
    0,
  ])
  expect(batches.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(total)
  for (const [n, id] of ids.entries()) {
    const row = await db
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(vault.open(row.access_token, sealContext.access(id))).toEqual({
      text: `access-${n}`,
      stale: false,
    })
    if (n % 2 > 0) expect(row.refresh_token).toBeNull()
    else
      expect(vault.open(row.refresh_token ?? '', sealContext.refresh(id))?.text).toBe(
        `refresh-${n}`,
      )
  }
  expect(await postProgress(harness.deps, { ...attempt, kind: 'post' }).recall()).toBe(
    'an upload session',
  )
  expect(await reseal(1_000)).toEqual([{ resealed: 0, unreadable: 0, left: 0, next: null }])
})

test('resumes an interrupted walk and tolerates two concurrent walks', async () => {
  await channels(20, old)
  await one(null, 5)
  const twice = await Promise.all([reseal(3), reseal(4)])
  const resealed = twice.flat().reduce((sum, batch) => sum + batch.resealed, 0)
  expect(resealed).toBe(25)
  expect((await one(null, 1)).left).toBe(0)
})

test('counts an envelope that no key opens, leaves it unchanged and continues', async () => {
  const [lost = ''] = await channels(8, createTokenVault('a-key-that-nobody-has-any-more'))
  await channels(8, old)
  await harness.deps.db
    .updateTable('channels')
    .set({ access_token: 'garbage' })
    .where('id', '=', lost)
    .execute()
  const batches = await reseal(3)
  expect(batches.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBe(12)
  expect(batches.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(12)
  expect(batches.at(-1)).toMatchObject({ left: 12, next: null })
})

test('asks to reconnect if no key opens a token, and uses the token again once its key is back', async () => {
  const { db } = harness.deps
  const person = harness.person()
  const lost = createTokenVault('a-key-that-is-not-configured-now')
  const token = harness.sandbox.pagenet.giveToken({ kind: 'page', pageId: '1001' })
  const account = {
    id: '1001',
    name: 'Page',
    pictureUrl: null,
    expiresAt: null,
    accessToken: token,
  }
  const row = await inTransaction(db, undefined, (tx) =>
    saveChannel(harness.deps, tx, {
      vault: lost,
      owner: person.principal,
      network: 'pagenet',
      account,
      scopes: [],
      shared: false,
    }),
  )
  const input = (attemptKey: string) => ({
    orgId: person.orgId,
    actorId: person.userId,
    channelId: row.id,
    taskId: `task-${attemptKey}`,
    attemptKey,
    platform: 'pagenet' as const,
    title: '',
    body: 'Hello',
    link: null,
    linkHandling: 'keep' as const,
    media: [],
    firstComment: null,
  })
  const failed = await callRpc(harness.bus, PublishPost, input(`lost-${row.id}`))
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect((await person('GET', '/api/connect/pagenet/introspect')).status).toBe(422)
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { status: 'active' },
  ])
  expect((await person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  await Promise.all(harness.deps.revocations)
  const again = await inTransaction(db, undefined, (tx) =>
    saveChannel(harness.deps, tx, {
      vault: old,
      owner: person.principal,
      network: 'pagenet',
      account,
      scopes: [],
      shared: false,
    }),
  )
  const posted = await callRpc(harness.bus, PublishPost, {
    ...input(`found-${row.id}`),
    channelId: again.id,
  })
  expect(posted.outcome).toBe('posted')
})

test('invalidates the channel if its token is refused while being resealed', async () => {
  const person = harness.person()
  const token = harness.sandbox.pagenet.giveToken({ kind: 'page', pageId: '1001' })
  const account = {
    id: '1001',
    name: 'Page',
    pictureUrl: null,
    expiresAt: null,
    accessToken: token,
  }
  const row = await inTransaction(harness.deps.db, undefined, (tx) =>
    saveChannel(harness.deps, tx, {
      vault: old,
      owner: person.principal,
      network: 'pagenet',
      account,
      scopes: [],
      shared: false,
    }),
  )
  harness.sandbox.pagenet.revokeAll()
  harness.sandbox.pagenet.faults.add({ kind: 'slow', match: 'POST /1001/feed', delayMs: 600 })
  const input = {
    orgId: person.orgId,
    actorId: person.userId,
    channelId: row.id,
    taskId: 'task_1',
    attemptKey: `k-${row.id}`,
    platform: 'pagenet' as const,
    title: '',
    body: 'Hello',
    link: null,
    linkHandling: 'keep' as const,
    media: [],
    firstComment: null,
  }
  const publishing = callRpc(harness.bus, PublishPost, input)
  // Waits into the middle of the response. The network takes a second, so a small delay does not
  // matter.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await harness.deps.db
    .updateTable('channels')
    .set({ access_token: vault.seal(token, sealContext.access(row.id)) })
    .where('id', '=', row.id)
    .execute()
  expect(await publishing).toMatchObject({ failure: { class: 'reconnect' } })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { status: 'invalidated' },
  ])
})
