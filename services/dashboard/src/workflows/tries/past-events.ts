import {
  type Card,
  type Customer,
  cardTitle,
  type InvoiceListItem,
  type WorkflowItem,
} from '@atrium/contracts'

/** A past event, derived from its record, because the platform stores no events. */
export interface PastEvent {
  readonly id: string
  /** The record's name, written by a user. */
  readonly name: string
  readonly at: string
  readonly payload: WorkflowItem['json']
}

export const invoiceEvents = {
  'invoice.created': 'draft',
  'invoice.finalized': 'open',
  'invoice.paid': 'paid',
  'invoice.voided': 'void',
  'invoice.uncollectible': 'uncollectible',
  'invoice.overdue': 'open',
} as const
export type InvoiceEvent = keyof typeof invoiceEvents

export const isInvoiceEvent = (type: string): type is InvoiceEvent =>
  Object.hasOwn(invoiceEvents, type)

/** Builds an invoice event. `customerEmail` is the address that invoices go to. */
export function pastInvoiceEvent(
  type: InvoiceEvent,
  invoice: InvoiceListItem,
  customerEmail: string,
): PastEvent {
  const { id, number, customerId, customerName, source, currency, totalAmountCents } = invoice
  const isOverdue = type === 'invoice.overdue'
  const isDraft = type === 'invoice.created'
  const at = {
    'invoice.created': invoice.createdAt,
    'invoice.finalized': invoice.issueDate,
    'invoice.paid': invoice.paidAt,
    'invoice.voided': invoice.updatedAt,
    'invoice.uncollectible': invoice.updatedAt,
    'invoice.overdue': invoice.dueOn,
  }[type]
  return {
    id,
    name: isDraft || number === null ? customerName : `${number}, ${customerName}`,
    at: at ?? invoice.updatedAt,
    payload: {
      invoiceId: id,
      number: isDraft ? null : number,
      customerId,
      customerName,
      customerEmail,
      source,
      status: invoiceEvents[type],
      currency,
      totalAmountCents,
      ...(type === 'invoice.paid' && { recordedById: null }),
      ...(isOverdue && { dueOn: invoice.dueOn, amountDueCents: invoice.amountDueCents }),
    },
  }
}

export const pastCustomerEvent = ({ id, name, email, createdAt }: Customer): PastEvent => ({
  id,
  name,
  at: createdAt,
  payload: { customerId: id, name, email },
})

export function pastCardEvent(card: Card): PastEvent {
  const { id, kind, status, tags, ownerId, createdAt } = card
  const title = cardTitle(card)
  return {
    id,
    name: title,
    at: createdAt,
    payload: { taskId: id, kind, title, status, tags, ownerId, actorId: null },
  }
}

export const newestFirst = (events: readonly PastEvent[]): PastEvent[] =>
  events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
