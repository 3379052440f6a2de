import {
  bookIncomingDocument,
  listAccountingMonths,
  listIncomingDocuments,
  unbookIncomingDocument,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { cursorPages, operationQuery } from '../platform/records/queries.ts'

export const monthsQuery = operationQuery(['accounting', 'months'], listAccountingMonths, {})

/** Lists received documents with their totals, page by page. */
export const documentsQuery = (booked: 'true' | 'false' | undefined) =>
  cursorPages(['accounting', 'documents', booked ?? 'all'], (cursor, options) =>
    atrium.call(listIncomingDocuments, { query: { booked, cursor } }, options),
  )

export const bookMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, booked }: { id: string; booked: boolean }) =>
      atrium.call(booked ? bookIncomingDocument : unbookIncomingDocument, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['accounting', 'documents'] }),
  })

export const journalPath = (month: string, currency: string, format: 'csv' | 'fec'): string =>
  `/api/accounting/export?${new URLSearchParams({ month, currency, format })}`
