import { type OrgPrincipal, ReadMediaFacts } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { movableClock } from '@atrium/service-testkit'
import { capturedLog } from '@atrium/testkit'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, newAsset, newOrgId, startHarness } from '../../test/harness.ts'
import { changeInBulk } from '../card-actions/change-in-bulk.ts'
import { lookUpMedia } from './known-media.ts'

let harness: Harness
let asked: string[][] = []
let respond: () => void
const clock = movableClock()
beforeAll(async () => {
  harness = await startHarness()
  harness.channels.set('chn_photo', { network: 'photonet' })
  await harness.answer([
    rpcHandler(ReadMediaFacts, async ({ keys }) => {
      asked.push(keys)
      respond()
      return {
        facts: Object.fromEntries(
          keys.map((key) => [key, { bytes: 1_000, width: 500, height: 500, durationMs: null }]),
        ),
      }
    }),
  ])
})
afterAll(() => harness.stop())
afterEach(() => {
  asked = []
  clock.offsetMs = 0
})

/** Creates `count` drafts with two files each. All of them share the second file. */
async function draftPosts(caller: Caller, count: number) {
  const shared = newAsset(caller.orgId, 'jpg')
  const own = Array.from({ length: count }, () => newAsset(caller.orgId, 'jpg'))
  const ids = await Promise.all(
    own.map(async ({ url }) => {
      const post = { platform: 'photonet', channelId: 'chn_photo', media: [url, shared.url] }
      const body = { kind: 'post', body: 'Hello', post }
      return (await caller.call('POST', '/api/tasks', body)).body.id as string
    }),
  )
  return { ids, keys: [shared, ...own].map(({ key }) => key) }
}

/** Approves posts in bulk, and returns the warnings about files and the calls to the file store. */
async function approve({ principal, orgId }: Caller, ids: string[]) {
  const log = capturedLog()
  const deps = { ...harness.deps, logger: pino({}, log.destination), now: clock.now }
  const ctx = { principal: { ...principal, orgId } as OrgPrincipal }
  const set = { status: 'reviewed', dueDate: '2090-01-01T00:00:00.000Z' } as const
  const { changed } = await changeInBulk(deps, ctx, { ids, set })
  expect(changed).toEqual(ids)
  const lines = log.lines.map((line) => JSON.parse(line))
  return lines.filter(({ files }) => files !== undefined)
}

test('asks about the files of all posts in few calls and about a shared file once when posts are approved in bulk', async () => {
  respond = () => {}
  const caller = await harness.caller()
  const { ids, keys } = await draftPosts(caller, 30)
  expect(await approve(caller, ids)).toEqual([])
  expect(asked.map(({ length }) => length)).toEqual([20, 11])
  expect(asked.flat().sort()).toEqual(keys.sort())
})

test('logs how many files are not checked when the time is used up', async () => {
  respond = () => {
    clock.offsetMs += 5_000
  }
  const caller = await harness.caller()
  const { ids } = await draftPosts(caller, 60)
  expect(await approve(caller, ids)).toMatchObject([{ org: caller.orgId, files: 21 }])
  expect(asked.map(({ length }) => length)).toEqual([20, 20])
})

test('logs the number of unchecked files once and checks the others when a call fails', async () => {
  respond = () => {
    if (asked.length === 1) throw new Error('No file store')
  }
  const caller = await harness.caller()
  const { ids } = await draftPosts(caller, 30)
  expect(await approve(caller, ids)).toMatchObject([{ org: caller.orgId, files: 20 }])
  expect(asked.map(({ length }) => length)).toEqual([20, 11])
})

test('asks about no file when the card of a post belongs to another organisation', async () => {
  const caller = await harness.caller()
  const { ids } = await draftPosts(caller, 1)
  const { db } = harness.handle
  await db.updateTable('tasks').set({ org_id: newOrgId() }).where('id', 'in', ids).execute()
  const ctx = { principal: { ...caller.principal, orgId: caller.orgId } as OrgPrincipal }
  await lookUpMedia(harness.deps, ctx, { taskIds: ids, patch: { status: 'reviewed' } })
  expect(asked).toEqual([])
})
