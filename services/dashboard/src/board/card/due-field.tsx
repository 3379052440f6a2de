import { Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useState } from 'react'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { DayField } from '../../ui/dates/day-field.tsx'
import { MomentInput } from '../../ui/dates/moment-input.tsx'
import { findBrowserZone, formatWallTime, parseWallTime } from '../../ui/dates/wall-time.ts'
import { type Due, switchAllDay } from '../due.ts'

export const dueLabelId = 'card-due-label'
const dueValueId = 'card-due-value'

const isCalendarOpen = (field: EventTarget): boolean =>
  field instanceof Element && field.getAttribute('data-mantine-stop-propagation') === 'true'

interface DueFieldProps {
  readonly due: Due
  /** Receives a day for an all-day card, otherwise a moment. */
  readonly onChange: (due: string | null) => void
}

export function DueField({ due, onChange }: DueFieldProps) {
  const { dueDate, dueAllDay, dueOn } = due
  const zone = useQuery(orgSettingsQuery).data?.timezone
  // The choice is shown at once, before the card takes it over. A card without a date cannot store
  // the choice, so the field keeps it until a date is set.
  const [chosen, choose] = useState<boolean>()
  const [seen, setSeen] = useState(due)
  if (dueDate !== seen.dueDate || dueAllDay !== seen.dueAllDay) {
    setSeen(due)
    if (dueDate !== null) choose(undefined)
  }
  // Each key would be a change in the card's history, so a typed moment is saved when the focus
  // leaves the field. An incomplete moment is not typed yet, and an empty one removes the date.
  const [typed, setTyped] = useState<string>()
  const allDay = chosen ?? dueAllDay
  const stored = dueDate === null || dueAllDay ? '' : formatWallTime(dueDate, findBrowserZone())
  const typedDate =
    typed === undefined ? dueDate : (parseWallTime(typed, findBrowserZone()) ?? null)
  const commit = () => {
    setTyped(undefined)
    if (typed !== undefined && typed !== stored) onChange(typedDate)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) commit()
  }
  const toggle = (wanted: boolean) => {
    if (zone === undefined) return
    choose(wanted)
    setTyped(undefined)
    const next = switchAllDay({ ...due, dueDate: typedDate }, wanted, zone)
    if (next !== null) onChange(next)
    else if (dueDate !== null) onChange(null)
  }
  return (
    <Group
      gap="sm"
      onBlur={leave}
      onKeyDown={({ key, target }) => {
        // The first Escape may only close the calendar.
        if (key === 'Escape' && !isCalendarOpen(target)) setTyped(undefined)
      }}
    >
      {allDay ? (
        <DayField
          id={dueValueId}
          aria-labelledby={`${dueLabelId} ${dueValueId}`}
          value={dueOn ?? ''}
          onChange={(day) => onChange(day === '' ? null : day)}
        />
      ) : (
        <MomentInput label="Due" hideLabel value={typed ?? stored} onChange={setTyped} />
      )}
      <Checkbox
        label="All day"
        checked={allDay}
        disabled={zone === undefined}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </Group>
  )
}
