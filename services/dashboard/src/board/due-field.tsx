import '@mantine/dates/styles.css'
import { Checkbox, Group } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { DayField } from '../ui/dates/day-field.tsx'
import type { Due } from './due.ts'

export const dueLabelId = 'card-due-label'
const dueValueId = 'card-due-value'
const usualTime = '09:00'

/** Formats a moment in the viewer's time zone as the date field writes it. */
const localText = (at: string): string => dayjs(at).format('YYYY-MM-DD HH:mm:00')

interface DueFieldProps {
  readonly due: Due
  /** Receives a day for an all-day card, otherwise a moment. */
  readonly onChange: (due: string | null) => void
}

export function DueField({ due: { dueDate, dueAllDay, dueOn }, onChange }: DueFieldProps) {
  // A card without a date cannot store the choice, so the field keeps it until a date is set.
  const [chosen, choose] = useState(dueAllDay)
  const allDay = dueDate === null ? chosen : dueAllDay
  const toggle = (wanted: boolean) => {
    choose(wanted)
    if (dueDate === null) return
    const day = dueAllDay && dueOn !== null ? dueOn : dayjs(dueDate).format('YYYY-MM-DD')
    onChange(wanted ? day : new Date(`${day}T${usualTime}`).toISOString())
  }
  return (
    <Group gap="sm">
      {allDay ? (
        <DayField
          id={dueValueId}
          aria-labelledby={`${dueLabelId} ${dueValueId}`}
          value={dueOn ?? ''}
          onChange={(day) => onChange(day === '' ? null : day)}
        />
      ) : (
        <DateTimePicker
          id={dueValueId}
          aria-labelledby={`${dueLabelId} ${dueValueId}`}
          placeholder="No date"
          clearable
          valueFormat="D MMM YYYY, HH:mm"
          value={dueDate === null ? null : localText(dueDate)}
          onChange={(text) =>
            onChange(text === null ? null : new Date(text.replace(' ', 'T')).toISOString())
          }
        />
      )}
      <Checkbox
        label="All day"
        checked={allDay}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </Group>
  )
}
