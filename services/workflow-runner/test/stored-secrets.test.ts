import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkflow } from '../src/workflows/create-workflow.ts'
import { graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness()
  caller = harness.caller()
})
afterAll(() => harness.stop())

it('keeps the signature secret of a copy that is created while the original is deleted', async () => {
  const signature = { kind: 'hmac_sha256', secret: 'shop secret' }
  const id = await caller.create(graph([node('hook', 'trigger.webhook', { signature })], []))
  const path = `/api/workflows/${id}`
  const { body } = await caller.call<{ graph: ReturnType<typeof graph> }>('GET', path)
  const [reference = ''] = /hsec_[0-9a-f]{32}/.exec(JSON.stringify(body.graph)) ?? []
  let isDeleted = false
  let deletion: Promise<unknown> | undefined
  await harness.db.transaction().execute(async (tx) => {
    const { principal } = caller
    const input = { name: 'Copy', graph: body.graph }
    const deps = { db: harness.db, newId: () => 'wf_copy' }
    await createWorkflow(deps as never, { principal, tx } as never, input)
    deletion = caller.call('DELETE', path).then(({ status }) => {
      isDeleted = true
      return status
    })
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(harness.db)
      if (rows.length === 0 && !isDeleted) throw new Error('the deletion has not come that far')
    })
  })
  expect(await deletion).toBe(204)
  const kept = await harness.db
    .selectFrom('hook_secrets')
    .select('id')
    .where('id', '=', reference)
    .execute()
  expect(kept).toHaveLength(1)
})
