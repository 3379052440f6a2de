import {
  type Card,
  CardCreated,
  type Customer,
  CustomerCreated,
  InvoiceCreated,
  InvoiceFinalized,
  type InvoiceListItem,
  InvoiceOverdue,
  InvoicePaid,
  InvoiceUncollectible,
  InvoiceVoided,
} from '@atrium/contracts'
import { expect, test } from 'vitest'
import {
  type InvoiceEvent,
  newestFirst,
  pastCardEvent,
  pastCustomerEvent,
  pastInvoiceEvent,
} from './past-events.ts'

const createdAt = '2026-03-01T08:00:00.000Z'
const email = 'a@bakery.example'
const paidAt = '2026-03-09T10:00:00.000Z'
const invoice = {
  id: 'inv_1',
  number: 'INV-2026-000041',
  customerId: 'cus_1',
  customerName: 'Harbour Bakery',
  source: 'one_off',
  status: 'paid',
  currency: 'EUR',
  totalAmountCents: 29_000,
  issueDate: '2026-03-02T08:00:00.000Z',
  paidAt,
  createdAt,
  updatedAt: '2026-03-10T10:00:00.000Z',
} as InvoiceListItem

test('builds a payment event with the payload and the time of the payment', () => {
  const { name, at, payload } = pastInvoiceEvent('invoice.paid', invoice, email)
  expect({ name, at }).toEqual({ name: 'INV-2026-000041, Harbour Bakery', at: paidAt })
  expect(InvoicePaid.schema.strict().parse(payload)).toEqual({
    invoiceId: 'inv_1',
    number: 'INV-2026-000041',
    customerId: 'cus_1',
    customerName: 'Harbour Bakery',
    customerEmail: email,
    source: 'one_off',
    status: 'paid',
    currency: 'EUR',
    totalAmountCents: 29_000,
    recordedById: null,
  })
})

test('builds an overdue event with the day it was due and what is left to pay', () => {
  const overdue = {
    ...invoice,
    status: 'open',
    dueOn: '2026-03-16',
    amountDueCents: 9_000,
  } as const
  const { at, payload } = pastInvoiceEvent('invoice.overdue', overdue, email)
  expect(at).toBe('2026-03-16')
  expect(InvoiceOverdue.schema.strict().parse(payload)).toMatchObject({
    status: 'open',
    totalAmountCents: 29_000,
    dueOn: '2026-03-16',
    amountDueCents: 9_000,
  })
})

test('shows a paid invoice as open when it was finalized, and without a number when it was a draft', () => {
  expect(pastInvoiceEvent('invoice.finalized', invoice, email).payload).toMatchObject({
    status: 'open',
  })
  expect(pastInvoiceEvent('invoice.created', invoice, email)).toMatchObject({
    name: 'Harbour Bakery',
    payload: { status: 'draft', number: null },
  })
})

test('builds the payloads of a customer event and a card event', () => {
  const customer = {
    id: 'cus_1',
    name: 'Harbour Bakery',
    email,
    createdAt,
  } as Customer
  expect(CustomerCreated.schema.strict().parse(pastCustomerEvent(customer).payload)).toEqual({
    customerId: 'cus_1',
    name: 'Harbour Bakery',
    email: 'a@bakery.example',
  })
  const card = {
    id: 'task_1',
    kind: 'task',
    title: ' ',
    body: '',
    status: 'todo',
    tags: ['sail'],
    ownerId: 'user_1',
    createdAt,
  } as Card
  expect(CardCreated.schema.strict().parse(pastCardEvent(card).payload)).toMatchObject({
    taskId: 'task_1',
  })
  expect(pastCardEvent(card).name).toBe('Untitled')
})

test('gives each past event every field of its event type', () => {
  const invoiceTypes: Readonly<
    Record<
      InvoiceEvent,
      Pick<typeof InvoiceCreated | typeof InvoicePaid | typeof InvoiceOverdue, 'schema'>
    >
  > = {
    'invoice.created': InvoiceCreated,
    'invoice.finalized': InvoiceFinalized,
    'invoice.paid': InvoicePaid,
    'invoice.voided': InvoiceVoided,
    'invoice.uncollectible': InvoiceUncollectible,
    'invoice.overdue': InvoiceOverdue,
  }
  const listKeys = (record: object) => Object.keys(record).sort()
  for (const [type, { schema }] of Object.entries(invoiceTypes)) {
    const { payload } = pastInvoiceEvent(type as InvoiceEvent, invoice, email)
    expect(listKeys(payload)).toEqual(listKeys(schema.shape))
  }
  const customer = pastCustomerEvent({ id: 'cus_1', name: 'Bakery', email } as Customer)
  expect(listKeys(customer.payload)).toEqual(listKeys(CustomerCreated.schema.shape))
  const card = pastCardEvent({ id: 'task_1', kind: 'task', title: 'Call', body: '' } as Card)
  expect(listKeys(card.payload)).toEqual(listKeys(CardCreated.schema.shape))
})

test('lists the latest event first', () => {
  const events = [createdAt, paidAt].map((at) => ({ id: at, name: '', at, payload: {} }))
  expect(newestFirst(events).map(({ at }) => at)).toEqual([paidAt, createdAt])
})
