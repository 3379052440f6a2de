import { expect } from 'vitest'
import type { Caller } from './harness.ts'
import { paymentsSuite } from './payments-harness.ts'

/**
 * Starts a payments harness for a test file about credit notes, with readers of their state here
 * and at the processor.
 */
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
    heldBy: (accountId: string) => [...(state.accounts.get(accountId)?.creditNotes.values() ?? [])],
    credit: (call: Caller, id: string, amountCents: number) =>
      call('POST', `/api/invoicing/${id}/credit-notes`, { amountCents, reason: 'Returned' }),
    /** Calls the processor's API like the owner of an account does. */
    atProcessor: async (
      accountId: string,
      path: string,
      form: Record<string, string>,
    ): Promise<void> => {
      const response = await fetch(harness.sandbox.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_1', 'stripe-account': accountId },
        body: new URLSearchParams(form),
      })
      expect(response.status).toBe(200)
    },
  }
}
