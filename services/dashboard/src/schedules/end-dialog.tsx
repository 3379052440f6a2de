import type { InvoiceSchedule } from '@atrium/contracts'
import { Button, Group, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldProblems, problemsOfError } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { Refusal } from '../money/refusal.tsx'
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
  const [problems, setProblems] = useState<FieldProblems>({})
  const save = useMutation(scheduleEndMutation(useQueryClient(), schedule.id))
  const submit = () => {
    const found = endProblems(terms)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.mutate(endOf(terms), {
      onError: (error) => setProblems(problemsOfError(error)),
      onSuccess: onClose,
    })
  }
  return (
    <Modal opened onClose={onClose} title="End of the agreement">
      <form
        noValidate
        className={money.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refusal error={Object.keys(problems).length > 0 ? null : save.error} />
        <EndFields terms={terms} problems={problems} onChange={setTerms} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
