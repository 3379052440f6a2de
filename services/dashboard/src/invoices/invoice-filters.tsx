import { Button, Popover, Select, TextInput } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { amountText, parseCents } from '../money/amounts/amount.ts'
import { invoiceStatusLabel } from '../money/records/invoice-status.tsx'
import { CustomerSelect } from '../money/records/record-select.tsx'
import { DayField } from '../ui/dates/day-field.tsx'
import { TwoFields } from '../ui/two-fields.tsx'
import { type InvoicesSearch, listedStatuses, toFilters } from './invoices-search.ts'
import { ListFilters } from './list-filters.tsx'
import { toOrder } from './list-query.ts'

const noFilters = {
  q: undefined,
  status: undefined,
  source: undefined,
  customer: undefined,
  from: undefined,
  to: undefined,
  min: undefined,
  max: undefined,
}

const orders = [
  { value: 'issueDate desc', label: 'Newest first' },
  { value: 'issueDate asc', label: 'Oldest first' },
  { value: 'dueDate asc', label: 'Due first' },
  { value: 'totalAmountCents desc', label: 'Largest first' },
  { value: 'totalAmountCents asc', label: 'Smallest first' },
]

/** Shows the list's filters and sort order. The URL holds all of them. */
export function InvoiceFilters({
  search,
  onChange,
}: {
  search: InvoicesSearch
  onChange: (changed: Partial<InvoicesSearch>) => void
}) {
  const { source, customer, from, to, min, max } = search
  const { sortBy, sortDir } = toOrder(search)
  const more = [source, customer, from, to, min, max].filter((one) => one !== undefined).length
  return (
    <ListFilters
      search={search}
      statuses={listedStatuses}
      toLabel={invoiceStatusLabel}
      onChange={onChange}
    >
      <Select
        aria-label="Order"
        w={150}
        allowDeselect={false}
        data={orders}
        value={`${sortBy} ${sortDir}`}
        onChange={(value) => {
          const [by, order] = (value ?? 'issueDate desc').split(' ')
          onChange({ sort: by as InvoicesSearch['sort'], dir: order as InvoicesSearch['dir'] })
        }}
      />
      <Popover position="bottom-end" width={320} trapFocus shadow="md">
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
            Filters{more > 0 ? ` (${more})` : ''}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filters">
          <div className="fields">
            <CustomerSelect
              label="Customer"
              clearable
              openOnFocus={false}
              placeholder="Every customer"
              value={customer ?? null}
              onChange={(id) => onChange({ customer: id ?? undefined })}
            />
            <TwoFields>
              <DayField
                label="Issued from"
                value={from ?? ''}
                onChange={(day) => onChange({ from: day || undefined })}
              />
              <DayField
                label="Issued to"
                value={to ?? ''}
                onChange={(day) => onChange({ to: day || undefined })}
              />
            </TwoFields>
            <TwoFields>
              <AmountField
                label="Total from"
                value={min}
                onChange={(cents) => onChange({ min: cents })}
              />
              <AmountField
                label="Total to"
                value={max}
                onChange={(cents) => onChange({ max: cents })}
              />
            </TwoFields>
            <Select
              label="Origin"
              placeholder="Every origin"
              clearable
              clearButtonProps={{ 'aria-label': 'Every origin' }}
              data={[
                { value: 'one_off', label: 'One-off' },
                { value: 'recurring', label: 'Recurring' },
              ]}
              value={source ?? null}
              onChange={(value) =>
                onChange({ source: (value ?? undefined) as InvoicesSearch['source'] })
              }
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      {Object.keys(toFilters(search)).length > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onChange(noFilters)}
        >
          Clear
        </Button>
      )}
    </ListFilters>
  )
}

interface AmountFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (cents: number | undefined) => void
}

/** Edits an amount in hundredths. The filter applies to invoices in every currency. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : amountText(value, 'EUR'))
  const cents = parseCents(typed, 'EUR')
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed}
      error={typed.trim() !== '' && cents === undefined ? 'An amount, such as 241.67' : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => onChange(cents)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(cents)
      }}
    />
  )
}
