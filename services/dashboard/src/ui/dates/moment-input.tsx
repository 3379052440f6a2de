import { Group, Input } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { type ReactNode, useId, useState } from 'react'
import { DayField } from './day-field.tsx'
import classes from './moment-input.module.css'
import { hasTwelveHours } from './typed-day.ts'
import { useDateLocale } from './use-date-locale.ts'

interface MomentInputProps {
  readonly label: string
  /** True if only assistive technology reads the label. */
  readonly hideLabel?: boolean
  /** `YYYY-MM-DDTHH:mm`, or empty if there is no moment. */
  readonly value: string
  /** Receives an empty string while the day or the time is missing. */
  readonly onChange: (moment: string) => void
  /** The time of a chosen day if the user has not typed one. */
  readonly usualTime?: string
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  readonly firstDay?: string
  readonly error?: ReactNode
  readonly describedBy?: string
}

/** A typed or picked day and time, in the organisation's locale. */
export function MomentInput({
  label,
  hideLabel = false,
  value,
  onChange,
  usualTime = '09:00',
  firstDay,
  error,
  describedBy,
}: MomentInputProps) {
  const id = useId()
  const locale = useDateLocale()
  // A half typed moment has no value yet, so the field keeps its parts.
  const [typed, setTyped] = useState({
    moment: value,
    day: value.slice(0, 10),
    time: value.slice(11, 16),
  })
  const shown =
    typed.moment === value
      ? typed
      : { moment: value, day: value.slice(0, 10), time: value.slice(11, 16) }
  const write = (day: string, time: string) => {
    const moment = day !== '' && time !== '' ? `${day}T${time}` : ''
    setTyped({ moment, day, time })
    onChange(moment)
  }
  return (
    <Input.Wrapper
      {...(!hideLabel && { label })}
      labelProps={{ htmlFor: `${id}-day` }}
      {...(error !== undefined && { error })}
    >
      <Group gap={6} className={classes.moment ?? ''}>
        <DayField
          id={`${id}-day`}
          aria-label={label}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          {...(firstDay !== undefined && { minDate: firstDay })}
          value={shown.day}
          error={Boolean(error)}
          onChange={(day) => write(day, day !== '' && shown.time === '' ? usualTime : shown.time)}
        />
        <TimePicker
          aria-label={`${label}: time`}
          hoursInputLabel={`${label}: hour`}
          minutesInputLabel={`${label}: minutes`}
          amPmInputLabel={`${label}: AM or PM`}
          format={hasTwelveHours(locale) ? '12h' : '24h'}
          value={shown.time}
          error={Boolean(error)}
          onChange={(time) => write(shown.day, time.slice(0, 5))}
        />
      </Group>
    </Input.Wrapper>
  )
}
