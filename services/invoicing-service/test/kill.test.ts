import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pollProcessor } from '../src/events/poll-processor.ts'
import { type Caller, createCustomer, createDraft, toId } from './harness.ts'
import {
  aDueSchedule,
  aFinalization,
  anOffer,
  aRetriedPeriod,
  bill,
  steps,
  twin,
} from './killed-acts.ts'
import { killedAt, killedWhile } from './killed-at.ts'
import { startPaymentsHarness } from './payments-harness.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())

const moments = ['before', 'after'] as const

const listHeld = (accountId: string) => [
  ...(harness.sandbox.payments.state.accounts.get(accountId)?.invoices.values() ?? []),
]
const mailed = { at: expect.any(String) }
const anyNumber = expect.stringMatching(/-000001$/)

async function pollLater(minutes = 20): Promise<void> {
  harness.clock.offsetMs += minutes * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
}

// One process does all of this for different sellers, and one SIGKILL ends it.
describe('retried after SIGKILL', () => {
  const cases = steps.flatMap((step) => moments.map((moment) => [step, moment] as const))
  let finalizations: Array<Awaited<ReturnType<typeof aFinalization>>>
  let keyed: Array<Awaited<ReturnType<typeof aFinalization>>>
  let periods: Array<Awaited<ReturnType<typeof aRetriedPeriod>>>
  let offer: Awaited<ReturnType<typeof anOffer>>
  beforeAll(async () => {
    finalizations = await Promise.all(cases.map((each) => aFinalization(harness, ...each)))
    keyed = await Promise.all(
      moments.map((moment) =>
        aFinalization(harness, '/send', moment, { 'idempotency-key': 'finalize' }),
      ),
    )
    periods = await Promise.all(moments.map((moment) => aRetriedPeriod(harness, moment)))
    offer = await anOffer(harness)
    const all = [...finalizations, ...keyed, ...periods, offer]
    await killedWhile(
      harness,
      all.map(({ killed }) => killed),
    )
  })

  test.each(cases)(
    'makes one processor invoice, one number and one row at %s, %s its effect',
    async (step, moment) => {
      const found = finalizations.find((one) => one.step === step && one.moment === moment)
      if (found === undefined) return expect.unreachable()
      const { call, accountId, id } = found
      const repeated = await found.finalize(call)
      // The service was killed while sending the mail, after the ledger had opened the invoice.
      expect(repeated.status).toBe(step === '/send' ? 409 : 200)
      const { body } = await call('GET', '/api/invoicing')
      expect(body).toMatchObject({
        total: 1,
        items: [{ id, status: 'open', number: anyNumber, totalAmountCents: 1_999 }],
      })
      const number = (await call('GET', `/api/invoicing/${id}`)).body['number']
      expect(listHeld(accountId)).toMatchObject([{ status: 'open', total: 1_999, number }])
      expect(harness.sandbox.payments.state.accounts.get(accountId)?.customers.size).toBe(1)
    },
  )

  test.each(moments)(
    'returns the first result for the Idempotency-Key right after the opening, %s the mail',
    async (moment) => {
      const found = keyed.find((one) => one.moment === moment)
      if (found === undefined) return expect.unreachable()
      const { call, id } = found
      const repeated = await found.finalize(call)
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      const now = await call('GET', `/api/invoicing/${id}`)
      const { vatReasons: _ofReadsOnly, ...invoice } = now.body
      expect(repeated.body).toEqual({
        ...invoice,
        warnings: [expect.anything()],
        eInvoiceWarnings: [expect.anything()],
      })
      expect(repeated.headers.get('etag')).toBe(now.headers.get('etag'))
      expect(now.body).toMatchObject({ status: 'open', number: anyNumber })
    },
  )

  test('returns the only offer for the Idempotency-Key while it is mirrored', async () => {
    const { call, create } = offer
    const repeated = await create(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(repeated.headers.get('location')).toBe(`/api/offers/${toId(repeated)}`)
    expect((await call('GET', '/api/offers')).body).toMatchObject({
      total: 1,
      items: [{ id: toId(repeated) }],
    })
  })

  test.each(moments)(
    'makes one invoice with one number while a period is billed again, %s its issue',
    async (moment) => {
      const found = periods.find((one) => one.moment === moment)
      if (found === undefined) return expect.unreachable()
      const { call, accountId, path } = found
      expect((await call('GET', path)).body).toMatchObject({ stuck: true })
      expect((await call('POST', `${path}/retry`)).body).toMatchObject({
        stuck: false,
        failure: null,
      })
      const invoices = (await call('GET', path)).body['invoices'] as unknown as Array<{
        number: string
      }>
      expect(invoices).toMatchObject([{ status: 'open', number: anyNumber }])
      expect(listHeld(accountId)).toMatchObject([{ status: 'open', number: invoices[0]?.number }])
    },
  )

  test('mails each invoice once, when the poller runs after the retries', async () => {
    await pollLater()
    for (const { call, accountId, id } of [...finalizations, ...keyed]) {
      expect(listHeld(accountId)).toMatchObject([{ sent_count: 1 }])
      expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({ mailed })
    }
  })
})

describe('never retried after SIGKILL at the last step', () => {
  let left: Array<Awaited<ReturnType<typeof aFinalization>>>
  beforeAll(async () => {
    left = await Promise.all(moments.map((moment) => aFinalization(harness, '/finalize', moment)))
    await killedWhile(
      harness,
      left.map(({ killed }) => killed),
    )
    await pollLater()
  })

  test.each(moments)(
    'opens and mails in the poller what the processor issued, %s its effect',
    async (moment) => {
      const found = left.find((one) => one.moment === moment)
      if (found === undefined) return expect.unreachable()
      const { call, id } = found
      expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
        status: 'open',
        number: anyNumber,
        mailed,
      })
      const next = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
      expect(next.body['number']).toMatch(/-000002$/)
    },
  )
})

const creditAt = (id: string, amountCents: number) => (by: Caller) =>
  by(
    'POST',
    `/api/invoicing/${id}/credit-notes`,
    { amountCents, reason: 'Returned' },
    { 'idempotency-key': `credit-${id}` },
  )

test.each([
  ['before', 20],
  ['after', 20],
  // The processor has forgotten the first attempt's key.
  ['after', 22 * 60],
] as const)(
  'makes one note on either side if SIGKILL comes while the processor gets it, %s its effect, after %i minutes',
  async (moment, minutes) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    await call('POST', `/api/invoicing/${id}/finalize`)
    const credit = creditAt(id, 10_000)
    harness.sandbox.payments.deliveries.switches.drop = 'all'
    await killedAt(
      harness,
      (name, when) => when === moment && name === 'POST /v1/credit_notes',
      (url) => credit(twin(harness, call, url)),
    )
    const repeated = await credit(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(repeated.headers.get('location')).toBe(`/api/credit-notes/${toId(repeated)}/pdf`)
    const calls: string[] = []
    harness.watch.observe = (name, when) => void (when === 'before' && calls.push(name))
    await pollLater(minutes)
    await pollLater(minutes)
    delete harness.watch.observe
    harness.sandbox.payments.deliveries.switches.drop = 0
    const held = [
      ...(harness.sandbox.payments.state.accounts.get(accountId)?.creditNotes.values() ?? []),
    ]
    expect(held).toMatchObject([
      { total: 10_000, subtotal: 8_333, metadata: { credit_note_id: toId(repeated) } },
    ])
    if (minutes > 20) expect(calls).not.toContain('POST /v1/credit_notes')
    expect(await toNotes(call.orgId)).toEqual([
      {
        number: expect.stringMatching(/-000001$/),
        mirror: 'done',
        payments_credit_note_id: held[0]?.id,
      },
    ])
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      creditedCents: 10_000,
      amountDueCents: 26_000,
    })
  },
  60_000,
)

const toNotes = (orgId: string) =>
  harness.deps.db
    .selectFrom('credit_notes')
    .select(['number', 'mirror', 'payments_credit_note_id'])
    .where('org_id', '=', orgId)
    .orderBy('number')
    .execute()

test('leaves no gap in numbers and every note in its invoice and at the processor if SIGKILL comes under 50 writers', async () => {
  const { call, accountId } = await harness.seller()
  const ids = await Promise.all([createDraft(call), createDraft(call), createDraft(call)])
  for (const id of ids) await call('POST', `/api/invoicing/${id}/finalize`)
  let given = 0
  await killedAt(
    harness,
    (name, when) => {
      if (when === 'before' && name === 'POST /v1/credit_notes') given += 1
      return given === 12
    },
    async (url) => {
      const by = twin(harness, call, url)
      const write = (n: number) =>
        by('POST', `/api/invoicing/${ids[n % 3]}/credit-notes`, {
          amountCents: 2_000,
          reason: `Writer ${n}`,
        })
      await Promise.all(Array.from({ length: 50 }, (_, n) => write(n)))
    },
  )
  const after = await call('POST', `/api/invoicing/${ids[0]}/credit-notes`, {
    amountCents: 1,
    reason: 'After',
  })
  expect(after.status).toBe(201)
  await pollLater()
  const notes = await toNotes(call.orgId)
  expect(notes.length).toBeGreaterThanOrEqual(13)
  const numbers = notes.map(({ number }) => Number(number.slice(8)))
  expect(numbers).toEqual(notes.map((_, n) => n + 1))
  expect(new Set(notes.map(({ mirror }) => mirror))).toEqual(new Set(['done']))
  const held = [
    ...(harness.sandbox.payments.state.accounts.get(accountId)?.creditNotes.values() ?? []),
  ]
  expect(held.map(({ id }) => id).sort()).toEqual(
    notes.map((note) => note.payments_credit_note_id).sort(),
  )
  for (const id of ids) {
    const { body } = await call('GET', `/api/invoicing/${id}`)
    const { items } = (await call('GET', `/api/invoicing/${id}/credit-notes?limit=100`)).body
    const sum = (items as unknown as Array<{ totalAmountCents: number }>).reduce(
      (all, note) => all + note.totalAmountCents,
      0,
    )
    expect(body).toMatchObject({ creditedCents: sum, amountDueCents: 36_000 - sum })
  }
})

test('shows a period as not finalized while its run hangs at the processor, and makes one invoice', async () => {
  const { call, accountId } = await harness.seller()
  const path = await aDueSchedule(call, await createCustomer(call))
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  harness.watch.observe = async (name, moment) => {
    if (moment !== 'before' || !name.endsWith('/finalize')) return
    ask()
    await released
  }
  const run = bill(harness, call)
  await asked
  expect((await call('GET', path)).body).toMatchObject({
    stuck: true,
    failure: { code: 'not_finalized' },
  })
  const retried = call('POST', `${path}/retry`)
  delete harness.watch.observe
  release()
  await Promise.all([run, retried])
  // The second request may have been refused while the first was running.
  if ((await call('GET', path)).body['stuck'] === true) await call('POST', `${path}/retry`)
  expect((await call('GET', path)).body).toMatchObject({
    stuck: false,
    invoices: [{ status: 'open' }],
  })
  const held = harness.sandbox.payments.state.accounts.get(accountId)?.invoices.values() ?? []
  expect([...held]).toHaveLength(1)
})
