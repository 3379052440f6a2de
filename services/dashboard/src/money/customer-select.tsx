import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerQuery, customersQuery } from './money-queries.ts'

const newOne = 'new'

/** Chooses a customer by typing; `onCreate` offers to add one of the typed name. */
export function CustomerSelect({
  value,
  onChange,
  onCreate,
  label,
  placeholder = 'Type a name or an address',
  error,
  clearable = false,
  openOnFocus = true,
  className,
}: {
  value: string | null
  onChange: (id: string | null) => void
  onCreate?: (name: string) => void
  /** Shown above the field; without it the field has the name “Customer” alone. */
  label?: string
  placeholder?: string
  error?: string | undefined
  clearable?: boolean
  /** Whether its list opens before anything is typed or clicked. */
  openOnFocus?: boolean
  className?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...customerQuery(value ?? ''), enabled: value !== null }).data
  const [q] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), 150)
  const found = useInfiniteQuery({ ...customersQuery(q.slice(0, 200)), placeholderData: keepPreviousData })
  const customers = found.data?.pages.flatMap(({ items }) => items) ?? []
  const choices = customers.map(({ id, name, email }) => ({ value: id, label: name, email }))
  const shown =
    chosen === undefined || choices.some(({ value: id }) => id === chosen.id)
      ? choices
      : [{ value: chosen.id, label: chosen.name, email: chosen.email }, ...choices]
  const emails = new Map(shown.map(({ value: id, email }) => [id, email]))
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Customer' } : { label })}
      {...(className === undefined ? {} : { className })}
      placeholder={placeholder}
      searchable
      openOnFocus={openOnFocus}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Every customer' }}
      error={error}
      data={[
        ...shown.map(({ value: id, label: name }) => ({ value: id, label: name })),
        ...(onCreate === undefined
          ? []
          : [{ value: newOne, label: q === '' ? 'New customer …' : `New customer “${q}” …` }]),
      ]}
      // The platform has searched already, by name and by address.
      filter={({ options }) => options}
      maxDropdownHeight={280}
      scrollAreaProps={{
        onBottomReached: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()),
      }}
      nothingFoundMessage={found.isFetching ? 'Searching …' : 'No customer is found'}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      allowDeselect={false}
      onChange={(id) => {
        if (id === newOne) {
          onCreate?.(q)
          setTyped(chosen?.name ?? '')
        } else onChange(id)
      }}
      renderOption={({ option }) => (
        <span style={{ minWidth: 0 }}>
          <span style={{ display: 'block' }}>{option.label}</span>
          {emails.has(option.value) && (
            <span style={{ color: 'var(--quiet)', fontSize: 12 }}>{emails.get(option.value)}</span>
          )}
        </span>
      )}
    />
  )
}
