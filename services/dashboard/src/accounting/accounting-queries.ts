import {
  bookIncomingDocument,
  listAccountingMonths,
  listIncomingDocuments,
  unbookIncomingDocument,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { cursorPages } from '../platform/cursor-pages.ts'
import { operationQuery } from '../platform/operation-query.ts'

/** The months with entries, the newest first. */
export const monthsQuery = operationQuery(['accounting', 'months'], listAccountingMonths, {})

/** The received documents of a filter, page by page, and their sums. */
export const documentsQuery = (booked: 'true' | 'false' | undefined) =>
  cursorPages(['accounting', 'documents', booked ?? 'all'], (cursor, options) =>
    atrium.call(listIncomingDocuments, { query: { booked, cursor } }, options),
  )

/** Marks a document as booked, or not. */
export const bookMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, booked }: { id: string; booked: boolean }) =>
      atrium.call(booked ? bookIncomingDocument : unbookIncomingDocument, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['accounting', 'documents'] }),
  })

/** The address of the journal of a month. */
export const journalPath = (month: string, currency: string, format: 'csv' | 'fec'): string =>
  `/api/accounting/export?${new URLSearchParams({ month, currency, format })}`
