import type { Offer } from '@atrium/contracts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { offerQuery, offersQuery } from './money-queries.ts'
import { offerPrice } from './offer-price.ts'
import { useMoney } from './viewer.ts'

/** Chooses an active offer by typing; the platform searches. */
export function OfferSelect({
  value,
  onChange,
  label,
  placeholder,
  error,
  billingModel,
  priced = false,
  clearable = false,
  none = null,
}: {
  value: string | null
  onChange: (offer: Offer | null) => void
  label: string
  placeholder: string
  error?: string | undefined
  /** Offers of this kind alone. */
  billingModel?: Offer['billingModel']
  /** Offers with a price alone. */
  priced?: boolean
  clearable?: boolean
  /** In place of the field where there is no offer to choose. */
  none?: ReactNode
}) {
  const { amount } = useMoney()
  const [typed, setTyped] = useState('')
  const labelOf = (offer: Offer) => `${offer.name}, ${offerPrice(offer, amount)}`
  const chosen = useQuery({ ...offerQuery(value ?? ''), enabled: value !== null }).data
  const isShown = chosen !== undefined && typed === labelOf(chosen)
  const [q] = useDebouncedValue(isShown ? '' : typed.trim().slice(0, 200), 150)
  const query = useInfiniteQuery({
    ...offersQuery({ status: 'active', q, billingModel }),
    placeholderData: keepPreviousData,
  })
  const found = (query.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ priceCents }) => !priced || priceCents !== null,
  )
  const offers = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  if (q === '' && typed === '' && value === null && query.isSuccess && offers.length === 0) return none
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Without an offer' }}
      data={offers.map((offer) => ({ value: offer.id, label: labelOf(offer) }))}
      // The platform has searched already.
      filter={({ options }) => options}
      maxDropdownHeight={280}
      nothingFoundMessage={query.isFetching ? 'Searching …' : 'No offer is found'}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      error={error}
      scrollAreaProps={{
        onBottomReached: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
      }}
      onChange={(id) => onChange(offers.find((offer) => offer.id === id) ?? null)}
    />
  )
}
