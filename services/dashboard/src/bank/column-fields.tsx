import type { BankStatement, StatementMapping } from '@atrium/contracts'
import { Select } from '@mantine/core'
import { TwoFields } from '../ui/two-fields.tsx'

type Columns = NonNullable<BankStatement['mapping']>

const fields: ReadonlyArray<{ field: keyof StatementMapping; label: string; isNeeded?: true }> = [
  { field: 'bookedOn', label: 'Day', isNeeded: true },
  { field: 'amount', label: 'Amount, or money in', isNeeded: true },
  { field: 'debit', label: 'Money out, if separate' },
  { field: 'direction', label: 'In or out, if amounts have no sign' },
  { field: 'currency', label: 'Currency' },
  { field: 'counterparty', label: 'Name' },
  { field: 'iban', label: 'IBAN' },
  { field: 'reference', label: 'Reference' },
]

interface ColumnFieldsProps {
  readonly headings: readonly string[]
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
}

/** Chooses the CSV columns for date, amount, text and so on. */
export function ColumnFields({ headings, columns, onChange }: ColumnFieldsProps) {
  const choices = [...new Set(headings.filter((heading) => heading !== ''))]
  return (
    <TwoFields>
      {fields.map(({ field, label, isNeeded }) => (
        <Select
          key={field}
          label={label}
          data={choices}
          placeholder={isNeeded ? 'Choose a column' : 'Not in the file'}
          required={isNeeded === true}
          clearable={isNeeded === undefined}
          clearButtonProps={{ 'aria-label': `No column for: ${label}` }}
          value={columns[field] ?? null}
          onChange={(heading) => {
            const { [field]: _old, ...others } = columns
            onChange(heading === null ? others : { ...others, [field]: heading })
          }}
        />
      ))}
    </TwoFields>
  )
}
