import type { InvoiceSchedule } from '@atrium/contracts'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoney } from '../money/amounts/viewer.ts'
import { DraftDialog, useCheckedForm } from '../money/form/draft-dialog.tsx'
import type { FieldProblems } from '../money/form/field-problems.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { textField } from '../ui/text/text-field.ts'
import { scheduleChangeMutation } from './one-schedule.ts'
import { endProblems, noTerms, type Terms, toEnd } from './schedule-terms.ts'

const choices = [
  { value: 'never', label: 'When you cancel it' },
  { value: 'day', label: 'On a day' },
  { value: 'periods', label: 'After a number of invoices' },
]

interface EndFieldsProps {
  readonly terms: Terms
  readonly problems: FieldProblems
  readonly onChange: (terms: Terms) => void
}

export function EndFields({ terms, problems, onChange }: EndFieldsProps) {
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
        <DayField
          label="Last day"
          description="Periods that start later are not billed"
          value={terms.lastDay}
          error={problems['endsAt']}
          onChange={(lastDay) => onChange({ ...terms, lastDay })}
        />
      )}
      {terms.ends === 'periods' && (
        <TextInput
          inputMode="numeric"
          label="Number of invoices"
          {...textField(
            terms.periods,
            (value) => onChange({ ...terms, periods: value.trim() }),
            problems['periods'],
          )}
        />
      )}
    </>
  )
}

const toTerms = (
  { endsAt, periods }: InvoiceSchedule,
  lastDayBefore: (end: string) => string,
): Terms => ({
  ...noTerms,
  ends: periods !== null ? 'periods' : endsAt !== null ? 'day' : 'never',
  lastDay: endsAt === null ? '' : lastDayBefore(endsAt),
  periods: periods === null ? '' : String(periods),
})

/** Moves or removes the end of a schedule. */
export function EndDialog({
  schedule,
  onClose,
}: {
  schedule: InvoiceSchedule
  onClose: () => void
}) {
  const { lastDayBefore } = useMoney()
  const [terms, setTerms] = useState(() => toTerms(schedule, lastDayBefore))
  const form = useCheckedForm(scheduleChangeMutation(useQueryClient(), schedule.id))
  return (
    <DraftDialog
      title="End of the subscription"
      action="Save"
      cancel="Back"
      form={form}
      onSubmit={() => form.submit(endProblems(terms), toEnd(terms), onClose)}
      onClose={onClose}
    >
      <EndFields terms={terms} problems={form.problems} onChange={setTerms} />
    </DraftDialog>
  )
}
