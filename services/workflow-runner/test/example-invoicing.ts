import {
  type CreateInvoice,
  Customer,
  type Invoice,
  type InvoiceListItem,
  type InvoicePayment,
  invoiceTotals,
} from '@atrium/contracts'
import type { z } from 'zod'
import type { InvoicingPort } from '../src/nodes/ports.ts'

type Given = readonly { id: string; [field: string]: unknown }[]
type Record = <I, O>(does: string, call: (input: I) => Promise<O>) => (input: I) => Promise<O>

const at = '2026-01-01T00:00:00.000Z'

const blankCustomer: Customer = {
  id: 'cus_1',
  name: 'Kunsthalle',
  email: 'office@kunsthalle.example',
  billingLine1: null,
  billingLine2: null,
  billingCity: null,
  billingPostalCode: null,
  billingState: null,
  billingCountry: null,
  taxId: null,
  currency: null,
  language: null,
  contactName: null,
  phone: null,
  notes: null,
  emails: { to: [], cc: [] },
  remindersPaused: false,
  balanceCents: 0,
  balanceCurrency: null,
  anonymisedAt: null,
  paymentsCustomerId: null,
  paymentsAccountId: null,
  createdAt: at,
  updatedAt: at,
}

function buildDraft({
  customerId,
  lineItems = [],
  vatRateBps = 0,
}: Partial<z.input<typeof CreateInvoice>>): Invoice {
  const { lines: _, rates: __, ...totals } = invoiceTotals(lineItems, vatRateBps)
  return {
    id: 'inv_1',
    number: null,
    customerId: customerId ?? '',
    offerId: null,
    scheduleId: null,
    source: 'one_off',
    status: 'draft',
    currency: 'EUR',
    lineItems,
    vatRateBps,
    ...totals,
    creditedCents: 0,
    refundedCents: 0,
    paidCents: 0,
    amountDueCents: totals.totalAmountCents,
    issueDate: null,
    issuedOn: null,
    dueDate: null,
    dueOn: null,
    paidAt: null,
    paymentReference: null,
    publicToken: null,
    publicUrl: null,
    seller: null,
    buyer: null,
    note: null,
    footer: null,
    orderNumber: null,
    buyerReference: null,
    contractNumber: null,
    serviceFrom: null,
    serviceTo: null,
    recipients: null,
    mailed: null,
    remindersPaused: false,
    paymentsInvoiceId: null,
    paymentsAccountId: null,
    paymentsHostedInvoiceUrl: null,
    paymentsInvoicePdfUrl: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Creates the invoicing port over an example's customers and invoices. */
export function exampleInvoicing(
  { customers, invoices }: { customers: Given; invoices: Given },
  record: Record,
): InvoicingPort {
  const people = customers.map((each) => ({ ...blankCustomer, ...each }))
  const bills: InvoiceListItem[] = invoices.map((each) => ({
    ...buildDraft({}),
    customerName: 'Kunsthalle',
    ...each,
  }))
  const matching = <T extends object>(list: readonly T[], field: string, value: string): T[] =>
    list.filter((each) => Object.entries(each).some(([key, own]) => key === field && own === value))
  return {
    findCustomers: async ({ field, value }) => ({ items: matching(people, field, value) }),
    findInvoices: async ({ field, value }) => ({ items: matching(bills, field, value) }),
    changeCustomer: record('invoicing.change-customer', async ({ customerId, set }) => ({
      customer: Customer.parse({
        ...blankCustomer,
        ...people.find(({ id }) => id === customerId),
        ...set,
      }),
    })),
    draftInvoice: record('invoicing.draft-invoice', async ({ draft }) => ({
      invoice: buildDraft(draft),
      created: true,
    })),
    payInvoice: record(
      'invoicing.pay-invoice',
      async (input): Promise<{ payment: InvoicePayment; created: boolean }> => ({
        payment: {
          id: 'pay_1',
          invoiceId: input.invoiceId,
          amountCents: input.amountCents ?? 12_000,
          paidAt: input.paidAt ?? '2026-01-01',
          method: input.method,
          reference: input.reference,
          source: 'recorded',
          mirror: 'none',
          bankTransactionId: null,
          problem: null,
          createdAt: at,
        },
        created: true,
      }),
    ),
  }
}
