import { expect } from 'vitest'
import type { Caller } from './harness.ts'
import { paymentsSuite } from './payments-harness.ts'

/** A payments harness for the tests of a file about credit notes, with what is stated of them here and at the processor. */
export async function creditNotesSuite() {
  const suite = await paymentsSuite()
  const { harness } = suite
  const { state } = harness.sandbox.payments
  return {
    ...suite,
    invoiceOf: async (call: Caller, id: string) => (await call('GET', `/api/invoicing/${id}`)).body,
    notesOf: async (call: Caller, id: string) =>
      (await call('GET', `/api/invoicing/${id}/credit-notes`)).body['items'] as unknown as Array<{
        id: string
        reason: string
      }>,
    mirrorOf: (id: string) =>
      harness.deps.db
        .selectFrom('credit_notes')
        .select(['mirror', 'after_payment'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** The credit notes of an account at the processor. */
    heldBy: (accountId: string) => [...(state.accounts.get(accountId)?.creditNotes.values() ?? [])],
    credit: (call: Caller, id: string, amountCents: number) =>
      call('POST', `/api/invoicing/${id}/credit-notes`, { amountCents, reason: 'Returned' }),
    /** A call of the processor's API, as the owner of an account makes it. */
    atProcessor: async (accountId: string, path: string, form: Record<string, string>): Promise<void> => {
      const response = await fetch(harness.sandbox.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_1', 'stripe-account': accountId },
        body: new URLSearchParams(form),
      })
      expect(response.status).toBe(200)
    },
  }
}
