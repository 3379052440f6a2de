import type { Offer } from '@atrium/contracts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { offerPrice } from '../amounts/offer-price.ts'
import { useMoney } from '../amounts/viewer.ts'
import { customerQuery, customersQuery, offerQuery, offersQuery } from '../money-queries.ts'

interface Found<R> {
  readonly data: { readonly pages: ReadonlyArray<{ readonly items: readonly R[] }> } | undefined
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  /** True while the results of the previous search are shown. */
  readonly isPlaceholderData: boolean
  readonly fetchNextPage: () => unknown
}

/**
 * Returns the search text while a user types. The text is empty while the field shows the chosen
 * record.
 */
function useSearched(chosen: string | undefined) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed === chosen ? '' : typed.trim().slice(0, 200), 150)
  return { typed, setTyped, q }
}

/** Returns the search results. The chosen record comes first if it is not among them. */
function listRecords<R extends { readonly id: string }>(
  found: Found<R>,
  chosen: R | undefined,
): readonly R[] {
  const records = found.data?.pages.flatMap(({ items }) => items) ?? []
  return chosen === undefined || records.some(({ id }) => id === chosen.id)
    ? records
    : [chosen, ...records]
}

/** Returns the properties of a select field if the platform has already searched its records. */
const searchedProps = <R,>(
  found: Found<R>,
  { typed, setTyped, q }: ReturnType<typeof useSearched>,
  kind: string,
) =>
  ({
    searchable: true,
    // Enter takes the first result, but never one of an earlier search.
    selectFirstOptionOnChange:
      q !== '' && q === typed.trim() && found.data !== undefined && !found.isPlaceholderData,
    filter: ({ options }) => options,
    maxDropdownHeight: 280,
    scrollAreaProps: {
      onBottomReached: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()),
    },
    nothingFoundMessage: found.isFetching ? 'Searching …' : `No ${kind} is found`,
    searchValue: typed,
    // The field would clear itself when it loses the focus, so keep the typed text.
    onSearchChange: (text) => {
      if (text !== '' || document.activeElement instanceof HTMLInputElement) setTyped(text)
    },
  }) satisfies SelectProps

const newOne = 'new'

interface CustomerSelectProps
  extends Pick<SelectProps, 'label' | 'aria-label' | 'error' | 'clearable' | 'openOnFocus'> {
  /** What the button to clear the field does, for screen readers. */
  readonly clearLabel?: string
  readonly value: string | null
  readonly placeholder?: string
  readonly onChange: (id: string | null) => void
  readonly onCreate?: (name: string) => void
}

/**
 * Chooses a customer by a typed name or address. `onCreate` offers to add a customer with the typed
 * name.
 */
export function CustomerSelect({
  onChange,
  onCreate,
  clearLabel = 'Every customer',
  ...select
}: CustomerSelectProps) {
  const { value } = select
  const chosen = useQuery({ ...customerQuery(value ?? ''), enabled: value !== null }).data
  const searched = useSearched(chosen?.name)
  const { q } = searched
  const found = useInfiniteQuery({ ...customersQuery(q), placeholderData: keepPreviousData })
  const customers = listRecords(found, chosen)
  const [isFocused, setIsFocused] = useState(false)
  const left = searched.typed.trim()
  const create = () => {
    onCreate?.(left)
    searched.setTyped(chosen?.name ?? '')
  }
  return (
    <Select
      placeholder="Type a name or an address"
      {...select}
      {...searchedProps(found, searched, 'customer')}
      clearButtonProps={{ 'aria-label': clearLabel }}
      data={[
        ...customers.map(({ id, name }) => ({ value: id, label: name })),
        ...(onCreate === undefined
          ? []
          : [
              {
                value: newOne,
                label: q === '' ? 'Create a customer …' : `Create customer “${q}” …`,
              },
            ]),
      ]}
      allowDeselect={false}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      description={
        onCreate !== undefined && !isFocused && value === null && left !== '' ? (
          <button type="button" className="plain-button link" onClick={create}>
            Create customer “{left}” …
          </button>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(id) => {
        if (id === newOne) create()
        else onChange(id)
      }}
      renderOption={({ option }) => (
        <span style={{ minWidth: 0 }}>
          <span style={{ display: 'block' }}>{option.label}</span>
          <span className="fine">{customers.find(({ id }) => id === option.value)?.email}</span>
        </span>
      )}
    />
  )
}

/** Chooses an active offer as the user types. */
export function OfferSelect({
  onChange,
  billingModel,
  priced = false,
  none = null,
  ...select
}: Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'error' | 'clearable'> & {
  value: string | null
  onChange: (offer: Offer | null) => void
  /** Limits the choice to offers with this billing model. */
  billingModel?: Offer['billingModel']
  /** True to show only offers with a price. */
  priced?: boolean
  /** Shown instead of the field if there is no offer to choose. */
  none?: ReactNode
}) {
  const { value } = select
  const { amount } = useMoney()
  const formatLabel = (offer: Offer) => `${offer.name}, ${offerPrice(offer, amount)}`
  const chosen = useQuery({ ...offerQuery(value ?? ''), enabled: value !== null }).data
  const searched = useSearched(chosen && formatLabel(chosen))
  const { q, typed } = searched
  const found = useInfiniteQuery({
    ...offersQuery({ status: 'active', q, billingModel }),
    placeholderData: keepPreviousData,
  })
  const offers = listRecords(found, chosen).filter(
    (offer) => !priced || offer.priceCents !== null || offer.id === chosen?.id,
  )
  if (q === '' && typed === '' && value === null && found.isSuccess && offers.length === 0)
    return none
  return (
    <Select
      {...select}
      {...searchedProps(found, searched, 'product')}
      clearButtonProps={{ 'aria-label': 'Without a product' }}
      data={offers.map((offer) => ({ value: offer.id, label: formatLabel(offer) }))}
      onChange={(id) => onChange(offers.find((offer) => offer.id === id) ?? null)}
    />
  )
}
