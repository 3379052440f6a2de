import {
  getInvoiceDefaults,
  getInvoicingSetUp,
  getNumbering,
  type InvoiceDefaults,
  listVatRates,
  type Numbering,
  type PutInvoiceDefaults,
  type PutNumbering,
  putInvoiceDefaults,
  putNumbering,
  type VatRates,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'
import { createVersionMemory, isConflict } from '../../platform/records/versions.ts'
import { guessCountry } from './guess-country.ts'

/** Reads what is missing before the first invoice. Changes of invoices refresh it, too. */
export const setUpQuery = operationQuery(['invoices', 'set-up'], getInvoicingSetUp, {})

/** Refetches what depends on the company and the settings of invoicing. */
export const refreshSetUp = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [setUpQuery.queryKey, ['payments', 'vat-rates'], ['invoices', 'check']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/**
 * Reads the VAT rates for the company's country, or for the browser's region if the company has no
 * country yet.
 */
export const vatRatesQuery = queryOptions({
  queryKey: ['payments', 'vat-rates'],
  queryFn: async ({ signal }): Promise<VatRates['items']> => {
    const { items } = await atrium.call(listVatRates, { query: {} }, { signal })
    const country = guessCountry()
    if (items.length > 1 || country === null) return items
    return (await atrium.call(listVatRates, { query: { country } }, { signal })).items
  },
})

/** Reads the VAT rates of a country. */
export const countryRatesQuery = (country: string) =>
  queryOptions({
    queryKey: ['payments', 'vat-rates', country],
    queryFn: async ({ signal }): Promise<VatRates['items']> =>
      (await atrium.call(listVatRates, { query: { country } }, { signal })).items,
  })

const defaultsVersion = createVersionMemory<InvoiceDefaults>()

export const defaultsQuery = queryOptions({
  queryKey: ['invoices', 'defaults'],
  queryFn: async ({ signal }) =>
    defaultsVersion.note(await atrium.call(getInvoiceDefaults, {}, { signal })),
})

/** Changes defaults of invoices. Requests run one after the other. */
export const defaultsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'defaults' },
    mutationFn: async (body: PutInvoiceDefaults) =>
      defaultsVersion.note(
        await atrium.call(putInvoiceDefaults, { body }, defaultsVersion.options()),
      ),
    onSuccess: (defaults) => {
      queryClient.setQueryData(defaultsQuery.queryKey, defaults)
      return refreshSetUp(queryClient)
    },
    onSettled: (_defaults, error) =>
      isConflict(error) ? queryClient.invalidateQueries(defaultsQuery) : undefined,
  })

export const numberingQuery = operationQuery(['invoices', 'numbering'], getNumbering, {})

/** Changes the numbering. The platform keeps what the change leaves out. */
export const numberingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'numbering' },
    mutationFn: (body: PutNumbering): Promise<Numbering> => atrium.call(putNumbering, { body }),
    onSuccess: (numbering) => {
      queryClient.setQueryData(numberingQuery.queryKey, numbering)
      return refreshSetUp(queryClient)
    },
  })
