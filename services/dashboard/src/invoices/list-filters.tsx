import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import money from '../money/money.module.css'
import { SearchField } from '../money/records/search-field.tsx'

interface ListFiltersProps<S extends string> {
  readonly search: { readonly q?: string | undefined; readonly status?: S | undefined }
  readonly statuses: readonly S[]
  readonly toLabel: (status: S) => string
  readonly onChange: (changed: { q: string | undefined } | { status: S | undefined }) => void
  /** More filters. */
  readonly children?: ReactNode
}

/** The search and the status filter of invoices and estimates. The URL holds both. */
export const ListFilters = <S extends string>({
  search: { q, status },
  statuses,
  toLabel,
  onChange,
  children,
}: ListFiltersProps<S>) => (
  <div className={`wrapped ${money.filters}`}>
    <SearchField
      label="Number, customer, address or phone"
      value={q ?? ''}
      onChange={(text) => onChange({ q: text === '' ? undefined : text })}
    />
    <Select
      aria-label="Status"
      placeholder="Every status"
      clearable
      clearButtonProps={{ 'aria-label': 'Every status' }}
      w={150}
      data={statuses.map((value) => ({ value, label: toLabel(value) }))}
      value={status ?? null}
      onChange={(value) => onChange({ status: statuses.find((known) => known === value) })}
    />
    {children}
  </div>
)
