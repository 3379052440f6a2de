import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { firstDayOfWeek, formatDay, parseDay } from './typed-day.ts'
import { useDateLocale } from './use-date-locale.ts'

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
  monthLevelControl: 'Choose a month',
  yearLevelControl: 'Choose a year',
}

interface DayFieldProps
  extends Omit<
    DateInputProps,
    'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'firstDayOfWeek' | 'clearable'
  > {
  /** `YYYY-MM-DD`, or empty if no day is chosen. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** False if the field must always have a day. */
  readonly clearable?: boolean
}

/** A typed or picked calendar day, in the date format of the organisation's locale. */
export function DayField({
  value,
  onChange,
  clearable = true,
  popoverProps,
  ...props
}: DayFieldProps) {
  const locale = useDateLocale()
  const [opened, setOpened] = useState(false)
  return (
    <DateInput
      // The field keeps its text while the user types. A new key formats the day again when the
      // locale changes.
      key={locale}
      valueFormat={(day) => formatDay(day.slice(0, 10), locale)}
      dateParser={(text) => parseDay(text, locale)}
      firstDayOfWeek={firstDayOfWeek(locale)}
      // An example date would look like a value.
      placeholder="Choose a day"
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Clear the date', style: { minWidth: 24, minHeight: 24 } }}
      ariaLabels={calendarLabels}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      popoverProps={{
        // Render the calendar in the page's own landmark or dialog. Otherwise a scrolling parent
        // would cut it off.
        withinPortal: false,
        floatingStrategy: 'fixed',
        ...popoverProps,
        onOpen: () => setOpened(true),
        onClose: () => setOpened(false),
      }}
      // If the calendar is open, Escape closes it and not the dialog around it.
      data-mantine-stop-propagation={opened}
      {...props}
    />
  )
}
