import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFor, putBlob, sumStored, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { purgeOrg } from '../release/purge-org.ts'
import { countUsage, readUsage } from './count-usage.ts'
import { reconcileUsage } from './reconcile-usage.ts'

/** A test sets this to stop between the write to the store and the settlement. */
let crash = false
/** A test sets this to run code between an upload's write to the store and its settlement. */
let afterCommit: (() => Promise<void>) | undefined
const harness = await startHarness({
  wrap: (store) => ({
    ...store,
    async stage(source, options) {
      const staged = await store.stage(source, options)
      return {
        ...staged,
        async commit(key) {
          await staged.commit(key)
          if (crash) await new Promise(() => undefined)
          await afterCommit?.()
        },
      }
    },
    async delete(key) {
      const removed = await store.delete(key)
      if (crash) await new Promise(() => undefined)
      return removed
    },
  }),
})
afterAll(() => harness.stop())

const put = async (orgId: string, bytes: number, lane: 'pub' | 'priv' = 'pub') => {
  const key = keyFor(orgId, lane)
  await putBlob(harness.deps.store, key, toBytes(Buffer.alloc(bytes)))
  return key
}
const usage = (orgId: string) => readUsage(harness.deps, orgId)

/** Makes a change as a process would that crashed some minutes ago before the settlement. */
async function halfWay(
  change: () => Promise<unknown>,
  happened: () => Promise<boolean>,
): Promise<void> {
  crash = true
  void change()
  await expect.poll(happened).toBe(true)
  crash = false
  await sql`update usage_changes set begun_at = now() - interval '10 minutes'`.execute(
    harness.deps.db,
  )
}

describe('usage of an org', () => {
  it('equals the content of its lanes after any concurrent changes', async () => {
    const step = fc.record({
      size: fc.nat(40),
      lane: fc.constantFrom('pub' as const, 'priv' as const),
    })
    const steps = fc.array(step, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(12), fc.boolean(), async (puts, deletions, askedBefore) => {
        const orgId = newId('org')
        if (askedBefore) await usage(orgId)
        const keys = await Promise.all(puts.map(({ size, lane }) => put(orgId, size, lane)))
        await Promise.all([
          ...keys.slice(0, deletions).map((key) => harness.deps.store.delete(key)),
          countUsage(harness.deps, orgId),
          put(orgId, 7),
        ])
        expect(await usage(orgId)).toEqual(await sumStored(harness.deps.store, orgId))
      }),
      { numRuns: 40 },
    )
  })

  it("counts only the org's own blobs", async () => {
    const [orgId, other] = [newId('org'), newId('org')]
    await put(orgId, 10)
    expect(await usage(other)).toEqual({ bytes: 0, count: 0 })
    await put(other, 3)
    expect(await usage(orgId)).toEqual({ bytes: 10, count: 1 })
  })

  it('counts a blob once when two deletes remove it at the same time', async () => {
    const orgId = newId('org')
    const key = await put(orgId, 10)
    await put(orgId, 5)
    await usage(orgId)
    await Promise.all([harness.deps.store.delete(key), harness.deps.store.delete(key)])
    expect(await usage(orgId)).toEqual({ bytes: 5, count: 1 })
  })

  it('drops to zero when the org is purged', async () => {
    const orgId = newId('org')
    await put(orgId, 10)
    await purgeOrg(harness.deps, orgId)
    expect(await usage(orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it('corrects the usage in the sweep if a process crashed after storing a blob', async () => {
    const orgId = newId('org')
    await put(orgId, 10)
    await usage(orgId)
    await halfWay(
      () => put(orgId, 20),
      async () => (await sumStored(harness.deps.store, orgId)).count === 2,
    )
    expect(await usage(orgId)).toEqual({ bytes: 30, count: 2 })
    await reconcileUsage(harness.deps)
    expect(await usage(orgId)).toEqual({ bytes: 30, count: 2 })
  })

  it('corrects the usage in the sweep if a process crashed after deleting a blob', async () => {
    const orgId = newId('org')
    const key = await put(orgId, 10)
    await put(orgId, 5)
    await usage(orgId)
    await halfWay(
      () => harness.deps.store.delete(key),
      async () => (await sumStored(harness.deps.store, orgId)).count === 1,
    )
    expect(await usage(orgId)).toEqual({ bytes: 5, count: 1 })
    // A count before the sweep includes the interrupted change.
    await countUsage(harness.deps, orgId)
    await reconcileUsage(harness.deps)
    expect(await usage(orgId)).toEqual({ bytes: 5, count: 1 })
  })

  it('reports the exact usage at once if the database fails after the store accepted an upload', async () => {
    const orgId = newId('org')
    await put(orgId, 10)
    await usage(orgId)
    afterCommit = async () => {
      afterCommit = undefined
      // The settlement cannot delete the change's record, as in an outage.
      await sql`alter table usage_changes rename to usage_changes_away`.execute(harness.deps.db)
    }
    await expect(put(orgId, 20)).rejects.toThrow()
    await sql`alter table usage_changes_away rename to usage_changes`.execute(harness.deps.db)
    expect(await usage(orgId)).toEqual({ bytes: 30, count: 2 })
    expect(await usage(orgId)).toEqual(await sumStored(harness.deps.store, orgId))
  })

  it('counts a stored blob once if the org has no counter yet', async () => {
    const orgId = newId('org')
    await halfWay(
      () => put(orgId, 20),
      async () => (await sumStored(harness.deps.store, orgId)).count === 1,
    )
    expect(await usage(orgId)).toEqual({ bytes: 20, count: 1 })
    await reconcileUsage(harness.deps)
    expect(await usage(orgId)).toEqual({ bytes: 20, count: 1 })
  })

  it('compares the usage with the store once a day, so that changes by other tools count', async () => {
    const orgId = newId('org')
    await put(orgId, 10)
    await usage(orgId)
    await writeFile(join(harness.directory, keyFor(orgId)), 'copied here')
    await reconcileUsage(harness.deps)
    expect(await usage(orgId)).toEqual({ bytes: 10, count: 1 })
    await sql`update org_usage set counted_at = now() - interval '25 hours' where org_id = ${orgId}`.execute(
      harness.deps.db,
    )
    await reconcileUsage(harness.deps)
    expect(await usage(orgId)).toEqual({ bytes: 21, count: 2 })
  })
})
