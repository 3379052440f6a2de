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
  /** `YYYY-MM-DD`, or an empty text for no day. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** Set to false if the field always has a day. */
  readonly clearable?: boolean
}

/** A calendar day that a person types or picks, written as the organisation's locale writes dates. */
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
      // The field keeps its text while a person types; a new key writes the text again in the new locale.
      key={locale}
      valueFormat={(day) => formatDay(day.slice(0, 10), locale)}
      dateParser={(text) => parseDay(text, locale)}
      firstDayOfWeek={firstDayOfWeek(locale)}
      placeholder={formatDay(`${new Date().getFullYear()}-12-31`, locale)}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Clear the date', style: { minWidth: 24, minHeight: 24 } }}
      ariaLabels={calendarLabels}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      popoverProps={{
        // In the page's own landmark or dialog, and not cut off by what scrolls around it.
        withinPortal: false,
        floatingStrategy: 'fixed',
        ...popoverProps,
        onOpen: () => setOpened(true),
        onClose: () => setOpened(false),
      }}
      // Escape closes the calendar first, and the dialog around it only when the calendar is closed.
      data-mantine-stop-propagation={opened}
      {...props}
    />
  )
}
