import { listCards, listCustomers, listInvoices } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import {
  invoiceEvents,
  isInvoiceEvent,
  newestFirst,
  type PastEvent,
  pastCardEvent,
  pastCustomerEvent,
  pastInvoiceEvent,
} from './past-events.ts'

/** The most records that are offered. */
const limit = 100

async function readPast(type: string, signal: AbortSignal): Promise<readonly PastEvent[]> {
  if (isInvoiceEvent(type)) {
    // An invoice that was paid since was opened before.
    const status = type === 'invoice.finalized' ? undefined : invoiceEvents[type]
    const query = { limit, ...(status === undefined ? {} : { status }) }
    const { items } = await atrium.call(listInvoices, { query }, { signal })
    const issued = items.filter((invoice) => status !== undefined || invoice.issueDate !== null)
    return issued.map((invoice) => pastInvoiceEvent(type, invoice))
  }
  if (type === 'customer.created') {
    const { items } = await atrium.call(listCustomers, { query: { limit } }, { signal })
    return items.map(pastCustomerEvent)
  }
  if (type === 'task.created') {
    const { items } = await atrium.call(listCards, { query: { limit } }, { signal })
    return items.map(pastCardEvent)
  }
  return []
}

/** What happened lately of a type of events, newest first; nothing for a type that no record stands for. */
export const pastEventsQuery = (type: string | undefined) =>
  queryOptions({
    queryKey: ['workflows', 'past-events', type],
    queryFn: async ({ signal }) => newestFirst(await readPast(type ?? '', signal)),
    enabled: type !== undefined,
    staleTime: 0,
  })
