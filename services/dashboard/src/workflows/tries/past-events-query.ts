import {
  getCustomer,
  type InvoiceListItem,
  listCards,
  listCustomers,
  listInvoices,
} from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages } from '../../platform/records/queries.ts'
import {
  type InvoiceEvent,
  invoiceEvents,
  isInvoiceEvent,
  type PastEvent,
  pastCardEvent,
  pastCustomerEvent,
  pastInvoiceEvent,
} from './past-events.ts'

/** Small, because a page with drafts also reads their customers. */
const pageSize = 20

interface Page<T> {
  readonly items: readonly T[]
  readonly offset: number
  readonly total: number
}

const toPastEvents = <T>(
  { items, offset, total }: Page<T>,
  eventOf: (record: T) => PastEvent,
): Page<PastEvent> => ({
  items: items.map(eventOf),
  offset,
  total,
})

/** Returns the customers' email addresses by id. Only drafts need a request, one per customer. */
async function readEmails(
  invoices: readonly InvoiceListItem[],
  options: { signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const drafts = invoices.filter(({ buyer }) => buyer === null)
  const ids = [...new Set(drafts.map(({ customerId }) => customerId))]
  const emails = await Promise.all(
    ids.map(async (id): Promise<[string, string]> => {
      const { email } = await atrium.call(getCustomer, { params: { id } }, options)
      return [id, email]
    }),
  )
  return new Map(emails)
}

/** Returns the filter for the invoices that an event has happened to. */
function findState(type: InvoiceEvent) {
  // A paid invoice was opened earlier. Only drafts have no issue date.
  if (type === 'invoice.finalized') return { from: '1970-01-01' }
  if (type === 'invoice.overdue') return { overdue: 'true' as const }
  return { status: invoiceEvents[type] }
}

async function readPast(
  type: string,
  query: { limit: number; offset: number; q?: string },
  options: { signal: AbortSignal },
): Promise<Page<PastEvent>> {
  if (isInvoiceEvent(type)) {
    const state = findState(type)
    const found = await atrium.call(listInvoices, { query: { ...query, ...state } }, options)
    const emails = await readEmails(found.items, options)
    return toPastEvents(found, (invoice) =>
      pastInvoiceEvent(type, invoice, invoice.buyer?.email ?? emails.get(invoice.customerId) ?? ''),
    )
  }
  if (type === 'customer.created') {
    return toPastEvents(await atrium.call(listCustomers, { query }, options), pastCustomerEvent)
  }
  if (type === 'task.created')
    return toPastEvents(await atrium.call(listCards, { query }, options), pastCardEvent)
  return { items: [], offset: 0, total: 0 }
}

/**
 * Lists past events of a type, newest first, or the search results. Empty if no record represents
 * the type.
 */
export const pastEventsQuery = (type: string | undefined, q: string) =>
  infiniteQueryOptions({
    ...offsetPages(
      ['workflows', 'past-events', type, q],
      (page, options) => readPast(type ?? '', { ...page, ...(q === '' ? {} : { q }) }, options),
      pageSize,
    ),
    enabled: type !== undefined,
    staleTime: 0,
    // Never show events of another type as a placeholder.
    placeholderData: (former, query) => (query?.queryKey[2] === type ? former : undefined),
  })
