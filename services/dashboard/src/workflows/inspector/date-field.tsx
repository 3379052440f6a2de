import { Input, SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { DayField } from '../../ui/dates/day-field.tsx'
import { MomentInput } from '../../ui/dates/moment-input.tsx'
import { findBrowserZone, formatWallTime, parseWallTime } from '../../ui/dates/wall-time.ts'
import { type DateForm, findDateForm } from './date-form.ts'
import { type FieldProps, useFieldInput } from './field-context.ts'
import { TypedField } from './typed-field.tsx'

const forms: readonly { value: DateForm; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'moment', label: 'Day and time' },
  { value: 'expression', label: 'From a field' },
]

function shownForm(text: string, chosen: DateForm | undefined): DateForm {
  // A half typed expression may look like a day.
  if (text === '' || chosen === 'expression') return chosen ?? 'day'
  return findDateForm(text)
}

/** A date parameter: a day, a day with a time on the user's clock, or an expression. */
export function DateField(props: FieldProps) {
  const { field, path, value, onChange } = props
  const { label, description, disabled, error } = useFieldInput(props)
  const [chosen, choose] = useState<DateForm>()
  const id = useId()
  const text = typeof value === 'string' ? value : ''
  const form = shownForm(text, chosen)
  const write = (date: string) => onChange(date === '' ? undefined : date)
  return (
    <Input.Wrapper label={label} description={description} error={error} labelProps={{ id }}>
      <SegmentedControl
        size="xs"
        fullWidth
        mb={6}
        aria-labelledby={id}
        disabled={disabled}
        data={[...forms]}
        value={form}
        onChange={(next) => {
          choose(next as DateForm)
          onChange(undefined)
        }}
      />
      {form === 'day' && (
        <DayField aria-label={label} value={text} disabled={disabled} onChange={write} />
      )}
      {form === 'moment' && !disabled && (
        <MomentInput
          label={label}
          hideLabel
          value={formatWallTime(text, findBrowserZone())}
          onChange={(moment) =>
            moment !== undefined && write(parseWallTime(moment, findBrowserZone()) ?? '')
          }
        />
      )}
      {(form === 'expression' || (form === 'moment' && disabled)) && (
        <TypedField
          label={label}
          hidesLabel
          path={path}
          isNeeded={field.isNeeded}
          value={value}
          read={(typed) => (typed === '' ? undefined : typed)}
          onChange={onChange}
        />
      )}
    </Input.Wrapper>
  )
}
