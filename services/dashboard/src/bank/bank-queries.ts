import {
  type BankTransaction,
  getSeller,
  ignoreTransaction,
  listBankTransactions,
  listInvoices,
  matchTransaction,
  unmatchTransaction,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'

export type BankStatus = BankTransaction['status']

export const transactionsQuery = (status: BankStatus) =>
  offsetPages(
    ['bank', 'transactions', status],
    (page, options) => atrium.call(listBankTransactions, { query: { status, ...page } }, options),
    25,
  )

/** The open invoices whose number or customer contains a text. */
export const openInvoicesQuery = (q: string) =>
  operationQuery(['invoices', 'open', q], listInvoices, {
    query: { status: 'open', limit: 50, ...(q === '' ? {} : { q }) },
  })

/** The company whose account invoices name. */
export const companyQuery = operationQuery(['bank', 'company'], getSeller, {})

/** Refetches what a match changes. */
export const refreshBank = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ['bank', 'invoices', 'attention'].map((kind) =>
      queryClient.invalidateQueries({ queryKey: [kind] }),
    ),
  )

export type BankStep =
  | { readonly kind: 'match'; readonly id: string; readonly invoiceIds: readonly string[] }
  | { readonly kind: 'unmatch' | 'ignore'; readonly id: string }

export const stepMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (step: BankStep): Promise<BankTransaction> => {
      const params = { id: step.id }
      if (step.kind === 'match')
        return atrium.call(matchTransaction, {
          params,
          body: { invoiceIds: [...step.invoiceIds] },
        })
      return atrium.call(step.kind === 'ignore' ? ignoreTransaction : unmatchTransaction, {
        params,
      })
    },
    onSettled: () => refreshBank(queryClient),
  })
