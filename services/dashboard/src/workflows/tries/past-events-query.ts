import { listCards, listCustomers, listInvoices } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import {
  invoiceEvents,
  isInvoiceEvent,
  type PastEvent,
  pastCardEvent,
  pastCustomerEvent,
  pastInvoiceEvent,
} from './past-events.ts'

const pageSize = 50

interface PastPage {
  readonly events: readonly PastEvent[]
  /** The offset of the next page; undefined on the last one. */
  readonly next: number | undefined
}

function pageOf<T>(
  { items, offset, total }: { items: readonly T[]; offset: number; total: number },
  eventOf: (record: T) => PastEvent,
): PastPage {
  const next = offset + items.length
  return { events: items.map(eventOf), next: items.length > 0 && next < total ? next : undefined }
}

async function readPast(type: string, q: string, offset: number, signal: AbortSignal): Promise<PastPage> {
  const query = { limit: pageSize, offset, ...(q === '' ? {} : { q }) }
  if (isInvoiceEvent(type)) {
    // An invoice that was paid since was opened before; drafts alone have no issue date.
    const state = type === 'invoice.finalized' ? { from: '1970-01-01' } : { status: invoiceEvents[type] }
    const found = await atrium.call(listInvoices, { query: { ...query, ...state } }, { signal })
    return pageOf(found, (invoice) => pastInvoiceEvent(type, invoice))
  }
  if (type === 'customer.created') {
    return pageOf(await atrium.call(listCustomers, { query }, { signal }), pastCustomerEvent)
  }
  if (type === 'task.created')
    return pageOf(await atrium.call(listCards, { query }, { signal }), pastCardEvent)
  return { events: [], next: undefined }
}

/**
 * What happened of a type of events, newest first by their records, or what a text finds of it; nothing for a type that
 * no record stands for.
 */
export const pastEventsQuery = (type: string | undefined, q: string) =>
  infiniteQueryOptions({
    queryKey: ['workflows', 'past-events', type, q],
    queryFn: ({ pageParam, signal }) => readPast(type ?? '', q, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: type !== undefined,
    staleTime: 0,
    // The events of another type are no answer, not even for a while.
    placeholderData: (former, query) => (query?.queryKey[2] === type ? former : undefined),
  })
