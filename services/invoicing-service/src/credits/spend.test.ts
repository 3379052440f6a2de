import { expect, test } from 'vitest'
import { creditsSuite } from '../../test/credits.ts'
import { pruneMonths } from './sweep-reservations.ts'

const { harness, person, reserve, settle, spend } = await creditsSuite()
const { clock } = harness
const items = async (call: Awaited<ReturnType<typeof person>>, query: string) =>
  (await call('GET', `/api/credits/spend?${query}`)).body

test('adds up the spend of a run over its nodes', async () => {
  const call = await person(1_000)
  const origin = { workflowId: 'wf_1', runId: 'run_1' }
  await spend(call, 30, { ...origin, node: 'n1' })
  await spend(call, 20, { ...origin, node: 'n1' })
  await spend(call, 7, { ...origin, node: 'n2' })
  await spend(call, 9, { workflowId: 'wf_1', runId: 'run_2', node: 'n1' })
  await spend(call, 5)
  expect(await items(call, 'by=node&runId=run_1')).toMatchObject({
    credits: 57,
    total: 2,
    items: [
      { key: 'n1', credits: 50, calls: 2 },
      { key: 'n2', credits: 7, calls: 1 },
    ],
  })
  expect(await items(call, 'by=run&workflowId=wf_1&limit=1')).toMatchObject({
    credits: 66,
    total: 2,
    limit: 1,
    items: [{ key: 'run_1', credits: 57, calls: 3 }],
  })
  expect(await items(call, 'by=workflow')).toMatchObject({
    credits: 71,
    items: [
      { key: 'wf_1', credits: 66 },
      { key: null, credits: 5 },
    ],
  })
  expect(await items(call, 'by=model')).toMatchObject({ items: [{ key: 'small-1', calls: 5 }] })
  const stranger = await person(0)
  expect(await items(stranger, 'by=node&runId=run_1')).toMatchObject({
    credits: 0,
    items: [],
    total: 0,
  })
  expect((await call('GET', '/api/credits/spend?by=owner')).status).toBe(400)
})

test('estimates a run from earlier runs of the workflow in the org', async () => {
  const call = await person(1_000)
  const ask = async () => (await call('GET', '/api/credits/estimate?workflowId=wf_2')).body
  expect(await ask()).toEqual({
    runs: 0,
    typicalCredits: null,
    highestCredits: null,
    available: 1_000,
    monthLeft: null,
    covered: null,
  })
  for (const [run, credits] of [100, 10, 300].entries()) {
    await spend(call, credits, { workflowId: 'wf_2', runId: `run_${run}` })
  }
  expect(await ask()).toMatchObject({
    runs: 3,
    typicalCredits: 100,
    highestCredits: 300,
    available: 590,
    covered: true,
  })
  const limits = { monthlyCredits: 500, workflowMonthlyCredits: null, workflows: [] }
  await call('PUT', '/api/credits/limits', limits)
  expect(await ask()).toMatchObject({ monthLeft: 90, covered: false })
})

test('applies monthly limits to the org, to each workflow and to one workflow', async () => {
  const call = await person(10_000)
  const limits = {
    monthlyCredits: 100,
    workflowMonthlyCredits: 40,
    workflows: [{ workflowId: 'wf_big', monthlyCredits: 80 }],
  }
  const put = await call('PUT', '/api/credits/limits', limits)
  expect([put.status, put.body]).toEqual([200, { ...limits, usedCredits: 0 }])
  const refusal = (credits: number, workflowId?: string) =>
    reserve(call, credits, { origin: workflowId === undefined ? {} : { workflowId } }).then(
      () => 'reserved',
      (error: { code: string }) => error.code,
    )
  expect(await refusal(41, 'wf_small')).toBe('spending_limit')
  await spend(call, 40, { workflowId: 'wf_small' })
  expect(await refusal(1, 'wf_small')).toBe('spending_limit')
  expect(await refusal(61, 'wf_big')).toBe('spending_limit')
  const { reservationId } = await reserve(call, 60, { origin: { workflowId: 'wf_big' } })
  expect(await refusal(1)).toBe('spending_limit')
  // The rest of a reservation stops counting once the call is charged.
  await settle(call, reservationId, 10)
  expect((await call('GET', '/api/credits/limits')).body['usedCredits']).toBe(50)
  expect(await refusal(50)).toBe('reserved')
  clock.offsetMs = 32 * 86_400_000
  expect(await refusal(40, 'wf_small')).toBe('reserved')
})

const readMonths = async ({ orgId }: { orgId: string }) => {
  const months = harness.deps.db.selectFrom('credit_months').selectAll().where('org_id', '=', orgId)
  return (await months.execute()).map(({ workflow_id, used, held }) => [workflow_id, used, held])
}

test("counts a one-off chain of the platform for the org's month without a row of its own", async () => {
  const call = await person(1_000)
  const limits = { monthlyCredits: 100, workflowMonthlyCredits: 10, workflows: [] }
  await call('PUT', '/api/credits/limits', limits)
  const origin = { workflowId: 'internal:link-enrichment:task_1', runId: 'run_1' }
  await spend(call, 20, origin)
  await spend(call, 5, { workflowId: 'wf_1' })
  expect(await readMonths(call)).toEqual([
    ['', '25', '0'],
    ['wf_1', '5', '0'],
  ])
  await expect(reserve(call, 76, { origin })).rejects.toMatchObject({ code: 'spending_limit' })
  expect(await items(call, 'by=workflow')).toMatchObject({
    items: [{ key: origin.workflowId }, {}],
  })
})

test('keeps a month until no reservation in it can still end', async () => {
  const call = await person(1_000)
  await spend(call, 20)
  clock.offsetMs = 32 * 86_400_000
  await spend(call, 3)
  await pruneMonths(harness.deps)
  expect((await readMonths(call)).length).toBe(2)
  clock.offsetMs = 110 * 86_400_000
  const { reservationId } = await reserve(call, 5)
  await pruneMonths(harness.deps)
  await settle(call, reservationId, 4)
  expect(await readMonths(call)).toEqual([['', '4', '0']])
  expect((await items(call, 'by=model&from=2000-01-01T00:00:00.000Z'))['credits']).toBe(27)
})

test('stays below the limit when calls run concurrently', async () => {
  const call = await person(10_000)
  const limits = { monthlyCredits: 100, workflowMonthlyCredits: null, workflows: [] }
  await call('PUT', '/api/credits/limits', limits)
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(call, 10)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('refuses a limit if the organisation does not have the workflow', async () => {
  const call = await person(0)
  const toLimits = (...ids: string[]) => ({
    monthlyCredits: null,
    workflowMonthlyCredits: null,
    workflows: ids.map((workflowId) => ({ workflowId, monthlyCredits: 1 })),
  })
  const put = (...ids: string[]) => call('PUT', '/api/credits/limits', toLimits(...ids))
  expect((await put('wf_own')).status).toBe(200)
  expect(await put('wf_own', 'wf_foreign')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect((await call('GET', '/api/credits/limits')).body['workflows']).toEqual(
    toLimits('wf_own').workflows,
  )
  // A workflow that was deleted keeps its limit until a user removes the limit.
  await harness.deps.db
    .updateTable('credit_limits')
    .set({ workflow_id: 'wf_foreign_gone' })
    .where('org_id', '=', call.orgId)
    .execute()
  expect((await put('wf_foreign_gone', 'wf_other')).status).toBe(200)
})

test('lets only admins set limits and refuses invalid ones', async () => {
  const call = await person(0)
  const limits = { monthlyCredits: 1, workflowMonthlyCredits: null, workflows: [] }
  const member = harness.as('member', call.orgId)
  expect((await member('PUT', '/api/credits/limits', limits)).status).toBe(403)
  const twice = { workflowId: 'wf_1', monthlyCredits: 1 }
  for (const bad of [
    { ...limits, monthlyCredits: -1 },
    { ...limits, monthlyCredits: 1.5 },
    { ...limits, workflows: [twice, twice] },
    { ...limits, workflows: [{ workflowId: '*', monthlyCredits: 1 }] },
    { ...limits, more: 1 },
    {},
  ]) {
    expect([bad, (await call('PUT', '/api/credits/limits', bad)).status]).toEqual([bad, 400])
  }
  expect((await call('GET', '/api/credits/limits')).body['monthlyCredits']).toBeNull()
})

test('reads each ledger entry once by cursor, even if new entries arrive meanwhile', async () => {
  const call = await person(1_000)
  for (const credits of [1, 2, 3, 4]) await spend(call, credits)
  const credits: number[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await call(
      'GET',
      `/api/credits?limit=2${next === '' ? '' : `&cursor=${next}`}`,
    )
    credits.push(
      ...(body['transactions'] as unknown as Array<{ credits: number }>).map(
        (entry) => entry.credits,
      ),
    )
    next = body['next'] as unknown as string | null
    await spend(call, 9)
  }
  expect(credits).toEqual([-4, -3, -2, -1, 1_000])
  expect((await call('GET', '/api/credits?cursor=x')).body['code']).toBe('validation_failed')
})
