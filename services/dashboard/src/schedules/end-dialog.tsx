import type { InvoiceSchedule } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftDialog } from '../money/draft-dialog.tsx'
import { useCheckedForm } from '../money/use-checked-form.ts'
import { EndFields } from './end-fields.tsx'
import { scheduleEndMutation } from './one-schedule.ts'
import { endOf, endProblems, noTerms, type Terms } from './schedule-terms.ts'

const termsOf = ({ endsAt, periods }: InvoiceSchedule): Terms => ({
  ...noTerms,
  ends: periods !== null ? 'periods' : endsAt !== null ? 'day' : 'never',
  lastDay: endsAt?.slice(0, 10) ?? '',
  periods: periods === null ? '' : String(periods),
})

/** Moves or removes the end of an agreement. */
export function EndDialog({ schedule, onClose }: { schedule: InvoiceSchedule; onClose: () => void }) {
  const [terms, setTerms] = useState(() => termsOf(schedule))
  const form = useCheckedForm(useMutation(scheduleEndMutation(useQueryClient(), schedule.id)))
  return (
    <DraftDialog
      title="End of the agreement"
      action="Save"
      cancel="Back"
      form={form}
      onSubmit={() => form.submit(endProblems(terms), endOf(terms), onClose)}
      onClose={onClose}
    >
      <EndFields terms={terms} problems={form.problems} onChange={setTerms} />
    </DraftDialog>
  )
}
