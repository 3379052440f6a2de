import type { OrgPrincipal } from '@atrium/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDraft, toRefusal } from '../../../test/harness.ts'
import { killedWhile } from '../../../test/killed-at.ts'
import { paymentsSuite, untilStatus } from '../../../test/payments-harness.ts'
import { payOnce } from '../../steps/pay-once.ts'

const { harness } = await paymentsSuite()

async function openInvoice() {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  await call('POST', `/api/invoicing/${id}/finalize`)
  return { call, accountId, id, path: `/api/invoicing/${id}` }
}

const paths = [
  ['payments', { amountCents: 36_000, paidAt: '2026-11-20', method: 'transfer' }, 201],
  ['mark-paid', { paidAt: '2026-11-20', method: 'cash', reference: null }, 200],
] as const

describe('SIGKILL after the processor closed the invoice', () => {
  const killed: Array<Awaited<ReturnType<typeof openInvoice>>> = []
  const key = { 'idempotency-key': 'once' }
  // One process pays both invoices, and one SIGKILL ends it.
  beforeAll(async () => {
    for (const _ of paths) killed.push(await openInvoice())
    await killedWhile(
      harness,
      killed.map(({ call, accountId, path }, at) => ({
        accountId,
        isHit: (name, moment) => moment === 'after' && name.endsWith('/pay'),
        act: (url) => {
          const twin = harness.as('admin', call.orgId, { userId: call.userId }, url)
          return twin('POST', `${path}/${paths[at]?.[0]}`, paths[at]?.[1], key)
        },
      })),
    )
  })

  test.each(paths)('repeats the response of %s', async (step, body, status) => {
    const { call, id, path } = killed[paths.findIndex(([name]) => name === step)] ?? expect.fail()
    await untilStatus(call, id, 'paid')
    const other = await call('POST', `${path}/${step}`, body, { 'idempotency-key': 'other' })
    expect(toRefusal(other)).toEqual([409, 'invoice_not_open'])
    const again = await call('POST', `${path}/${step}`, body, key)
    expect(again.status).toBe(status)
    expect((await call('GET', `${path}/payments`)).body).toMatchObject({ total: 1 })
  })
})

test('returns the payment of a step when it is retried after the processor closed the invoice', async () => {
  const { call, id, path } = await openInvoice()
  const { processor } = harness.deps
  if (processor === null) throw new Error('The harness has no processor')
  const failing = {
    ...harness.deps,
    processor: {
      ...processor,
      payOutside: async (...given: Parameters<typeof processor.payOutside>) => {
        await processor.payOutside(...given)
        throw new Error('The process ended')
      },
    },
  }
  const ctx: { principal: OrgPrincipal } = {
    principal: {
      orgId: call.orgId,
      userId: call.userId,
      role: 'member',
      isAdmin: false,
      via: 'session',
      credentialId: 'workflow',
    },
  }
  const pay = { key: 'node 1', invoiceId: id, method: 'transfer', reference: null } as const
  await expect(payOnce(failing, ctx, pay)).rejects.toThrow('The process ended')
  await untilStatus(call, id, 'paid')
  const first = await payOnce(harness.deps, ctx, pay)
  const again = await payOnce(harness.deps, ctx, pay)
  expect(again.record.id).toBe(first.record.id)
  expect((await call('GET', `${path}/payments`)).body).toMatchObject({
    total: 1,
    items: [{ id: first.record.id, amountCents: 36_000 }],
  })
})
