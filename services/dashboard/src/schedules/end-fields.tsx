import { Select, TextInput } from '@mantine/core'
import { type FieldProblems, fault } from '../money/field-problems.ts'
import type { Terms } from './schedule-terms.ts'

const choices = [
  { value: 'never', label: 'When it is cancelled' },
  { value: 'day', label: 'On a day' },
  { value: 'periods', label: 'After a number of invoices' },
]

/** When an agreement ends. */
export function EndFields({
  terms,
  problems,
  onChange,
}: {
  terms: Terms
  problems: FieldProblems
  onChange: (terms: Terms) => void
}) {
  return (
    <>
      <Select
        label="Ends"
        data={choices}
        value={terms.ends}
        allowDeselect={false}
        onChange={(ends) => onChange({ ...terms, ends: (ends ?? 'never') as Terms['ends'] })}
      />
      {terms.ends === 'day' && (
        <TextInput
          type="date"
          label="Last day"
          description="A period that begins later is not billed"
          value={terms.lastDay}
          onChange={(event) => onChange({ ...terms, lastDay: event.currentTarget.value })}
          {...fault(problems, 'endsAt')}
        />
      )}
      {terms.ends === 'periods' && (
        <TextInput
          inputMode="numeric"
          label="Number of invoices"
          value={terms.periods}
          onChange={(event) => onChange({ ...terms, periods: event.currentTarget.value.trim() })}
          {...fault(problems, 'periods')}
        />
      )}
    </>
  )
}
