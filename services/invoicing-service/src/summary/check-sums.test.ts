import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDraft } from '../../test/harness.ts'
import { schedulesSuite } from '../../test/schedules.ts'
import { createSumsCheck } from './check-sums.ts'
import { foldInvoiceSums } from './fold-sums.ts'
import { whileSumsCheckIsFree } from './sums.db.ts'

const harness = await schedulesSuite()
const { deps } = harness
const { db } = deps

/** Runs a check and returns the organisations whose sums differ and what was logged. */
async function check() {
  const logged: object[] = []
  const logger = { error: (context: object) => void logged.push(context) } as never
  deps.checkedSums.reset()
  return { faulty: await createSumsCheck({ ...deps, logger })(), logged }
}

/** Returns the organisations of the last check by outcome. */
const counted = async () => {
  const { values } = await deps.checkedSums.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
}

async function anOrg() {
  const call = harness.as('admin')
  await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  await createDraft(call)
  return call
}

const repair = (orgId: string) => sql`select repair_invoice_sums(${orgId})`.execute(db)
const summary = async (call: Awaited<ReturnType<typeof anOrg>>) =>
  (await call('GET', '/api/invoicing/summary')).body

test('reports nothing if the sums equal the invoices, folded or not', async () => {
  await anOrg()
  expect(await check()).toEqual({ faulty: [], logged: [] })
  await foldInvoiceSums(deps)
  expect(await check()).toEqual({ faulty: [], logged: [] })
})

test.each([
  ['lost', (org: string) => sql`delete from invoice_sums where org_id = ${org}`],
  [
    'too high',
    (org: string) =>
      sql`update invoice_sums set total_cents = total_cents + 1 where org_id = ${org}`,
  ],
  [
    'of another place',
    (org: string) =>
      sql`insert into invoice_sums values (${org}, 'customer', 'cus_x', 'EUR', 'open', 1, 1, 0, 0)`,
  ],
])(
  'logs the organisation if sums are %s, and corrects them with a repair',
  async (_case, spoil) => {
    const [call, other] = [await anOrg(), await anOrg()]
    const exact = await summary(call)
    await spoil(call.orgId).execute(db)
    const { faulty, logged } = await check()
    expect(faulty).toEqual([call.orgId])
    expect(logged).toEqual([
      { org: call.orgId, count: expect.any(Number), places: expect.any(Array) },
    ])
    expect(await counted()).toMatchObject({ differing: 1 })
    await repair(call.orgId)
    expect((await check()).faulty).toEqual([])
    expect(await summary(call)).toEqual(exact)
    expect(await summary(other)).toMatchObject({ outstandingCents: 36_000 })
  },
)

test('keeps sums exact when repairs run amid changes and folds', async () => {
  const call = await anOrg()
  await Promise.all([
    ...Array.from({ length: 10 }, () => createDraft(call)),
    ...Array.from({ length: 5 }, () => repair(call.orgId)),
    ...Array.from({ length: 5 }, () => foldInvoiceSums(deps)),
  ])
  expect((await check()).faulty).toEqual([])
  expect(await summary(call)).toMatchObject({ counts: { draft: 11, open: 1 } })
})

test('counts all differing keys and names ten if there are many', async () => {
  const call = await anOrg()
  await sql`insert into invoice_sums select ${call.orgId}, 'customer', 'cus_' || n, 'EUR', 'open', 1, 1, 0, 0
    from generate_series(11, 22) as n`.execute(db)
  const { logged } = await check()
  const places = Array.from({ length: 10 }, (_, n) => `customer cus_${n + 11} EUR open`)
  expect(logged).toEqual([{ org: call.orgId, count: 12, places }])
  await repair(call.orgId)
})

test('logs and counts a failed comparison and continues with the next organisations', async () => {
  const calls = [await anOrg(), await anOrg()].toSorted((one, other) =>
    one.orgId < other.orgId ? -1 : 1,
  )
  const [broken, behind] = calls.map(({ orgId }) => orgId)
  await sql`delete from invoice_sums where org_id = ${behind}`.execute(db)
  await sql`alter function differing_invoice_sums rename to differing_sums_of`.execute(db)
  await sql`create function differing_invoice_sums(org text)
    returns table (kind text, key text, currency text, status text) language plpgsql as $$
    begin
      if org = ${sql.lit(broken)} then raise exception 'out of order'; end if;
      return query select * from differing_sums_of(org);
    end $$`.execute(db)
  try {
    const { faulty, logged } = await check()
    expect(faulty).toEqual([behind])
    expect(logged).toMatchObject([
      { org: broken, err: { message: 'out of order' } },
      { org: behind },
    ])
    expect(await counted()).toMatchObject({ failed: 1, differing: 1 })
  } finally {
    await sql`drop function differing_invoice_sums`.execute(db)
    await sql`alter function differing_sums_of rename to differing_invoice_sums`.execute(db)
    if (behind !== undefined) await repair(behind)
  }
  expect((await check()).logged).toEqual([])
})

test('compares nothing while another process does', async () => {
  const call = await anOrg()
  await sql`delete from invoice_sums where org_id = ${call.orgId}`.execute(db)
  await whileSumsCheckIsFree(db, async () => {
    expect(await check()).toEqual({ faulty: [], logged: [] })
    expect(await counted()).toEqual({})
  })
  expect((await check()).faulty).toEqual([call.orgId])
  await repair(call.orgId)
})

test('continues with the next organisation when a run was ended', async () => {
  const call = await anOrg()
  await sql`delete from invoice_sums where org_id = ${call.orgId}`.execute(db)
  const seen: string[] = []
  const ending = new AbortController()
  const logger = { error: () => ending.abort() } as never
  const run = createSumsCheck({ ...deps, logger })
  seen.push(...(await run(ending.signal)))
  expect(seen).toEqual([call.orgId])
  // After the last organisation the first one comes again.
  expect(await run()).toEqual([])
  expect(await run()).toEqual([call.orgId])
  await repair(call.orgId)
})
