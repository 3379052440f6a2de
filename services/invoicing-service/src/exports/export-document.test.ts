import { InvoicingExportDocument, newId } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Caller,
  createCustomer,
  createDraft,
  type Harness,
  startHarness,
  toId,
} from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const read = (orgId: string, cursor: string | null) =>
  callRpc(harness.bus, InvoicingExportDocument, { orgId, cursor })

/** Reads all documents of an org, by name, and the number of parts. */
async function readAll(orgId: string) {
  const documents = new Map<string, Buffer>()
  let parts = 0
  let cursor: string | null = null
  for (;;) {
    const part: Awaited<ReturnType<typeof read>> = await read(orgId, cursor)
    if (part.name === null) return { documents, parts }
    parts += 1
    const before = documents.get(part.name) ?? Buffer.alloc(0)
    documents.set(part.name, Buffer.concat([before, Buffer.from(part.bytes, 'base64')]))
    cursor = part.next
    if (cursor === null) return { documents, parts }
  }
}

async function issue(call: Caller): Promise<string> {
  const seller = { name: 'Studio', line1: '1 Quay', city: 'Lyon', postalCode: '69001' }
  await call('PUT', '/api/invoicing/seller', { ...seller, country: 'FR' })
  await call('PUT', '/api/invoicing/defaults', { onlinePayments: false })
  const customerId = await createCustomer(call, { billingCountry: 'FR' })
  const id = await createDraft(call, { customerId })
  return toId(await call('POST', `/api/invoicing/${id}/finalize`))
}

test('returns the PDF of each issued invoice and credit note, and no draft', async () => {
  const call = harness.as('owner')
  const id = await issue(call)
  await createDraft(call)
  const credit = { amountCents: 1_000, reason: 'Late' }
  const note = toId(await call('POST', `/api/invoicing/${id}/credit-notes`, credit))
  const { documents } = await readAll(call.orgId)
  expect([...documents.keys()]).toEqual([
    expect.stringMatching(new RegExp(`^invoices/.+-${id}\\.pdf$`)),
    expect.stringMatching(new RegExp(`^credit-notes/.+-${note}\\.pdf$`)),
  ])
  const [invoice] = documents.values()
  const shown = await call.raw(`/api/invoicing/${id}/pdf`)
  expect(invoice?.equals(Buffer.from(await shown.arrayBuffer()))).toBe(true)
})

test('returns nothing for an organisation without documents, although others have some', async () => {
  await issue(harness.as('owner'))
  expect(await read(newId('org'), null)).toEqual({ name: null, bytes: '', next: null })
})

test('returns no document of another organisation when the cursor names it', async () => {
  const id = await issue(harness.as('owner'))
  const current = { kind: 'invoice', id, offset: 1, digest: 'x' }
  const foreign = read(newId('org'), JSON.stringify({ current }))
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
})

test('rejects the rest of a document that changed or was deleted since its first part', async () => {
  const call = harness.as('owner')
  const id = await issue(call)
  const ask = (changes: object) =>
    read(
      call.orgId,
      JSON.stringify({ current: { kind: 'invoice', id, offset: 1, digest: 'old', ...changes } }),
    )
  await expect(ask({})).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ask({ id: newId('inv') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask({ kind: 'other' })).rejects.toThrow()
})
