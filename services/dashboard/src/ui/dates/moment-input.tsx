import { Group, Input } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { DayField } from './day-field.tsx'
import { hasTwelveHours } from './typed-day.ts'
import { useDateLocale } from './use-date-locale.ts'

interface MomentInputProps {
  readonly label: string
  /** True if only assistive technology reads the label. */
  readonly hideLabel?: boolean
  /** `YYYY-MM-DDTHH:mm`, or empty if there is no moment. */
  readonly value: string
  /**
   * Receives an empty text if the day is cleared, and undefined while the time of the day is
   * incomplete. If the focus leaves an incomplete moment, the field shows `value` again.
   */
  readonly onChange: (moment: string | undefined) => void
  /** The time of a chosen day if there is no other time. */
  readonly usualTime?: string
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  readonly firstDay?: string
  readonly error?: ReactNode
  readonly describedBy?: string
}

interface Parts {
  readonly day: string
  readonly time: string
}

const splitMoment = (moment: string): Parts => ({
  day: moment.slice(0, 10),
  time: moment.slice(11, 16),
})

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
  // Parts without a moment have no value, so the field keeps them.
  const [typed, setTyped] = useState<Parts>()
  // Mantine's time field keeps half typed digits when its value changes. A new key drops them.
  const [timeKey, setTimeKey] = useState(0)
  const stored = splitMoment(value)
  const isIncomplete = typed !== undefined && typed.day !== ''
  const shown = typed !== undefined && (isIncomplete || value === '') ? typed : stored
  const write = (day: string, time: string) => {
    const isComplete = day !== '' && time !== ''
    setTyped(isComplete ? undefined : { day, time })
    onChange(isComplete ? `${day}T${time}` : day === '' ? '' : undefined)
  }
  const writeDay = (day: string) => {
    if (day === '' || shown.time !== '') return write(day, shown.time)
    setTimeKey(timeKey + 1)
    write(day, stored.time || usualTime)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!isIncomplete || currentTarget.contains(relatedTarget)) return
    setTyped(undefined)
    setTimeKey(timeKey + 1)
  }
  return (
    <Input.Wrapper
      {...(!hideLabel && { label })}
      labelProps={{ htmlFor: `${id}-day` }}
      {...(error !== undefined && { error })}
    >
      <Group gap={6} onBlur={leave}>
        <DayField
          flex="1 1 9rem"
          miw="8rem"
          id={`${id}-day`}
          aria-label={label}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          {...(firstDay !== undefined && { minDate: firstDay })}
          value={shown.day}
          error={Boolean(error)}
          onChange={writeDay}
        />
        <TimePicker
          flex="0 0 auto"
          key={timeKey}
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
