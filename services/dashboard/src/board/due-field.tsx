import '@mantine/dates/styles.css'
import { DateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'

export const dueLabelId = 'card-due-label'
const dueValueId = 'card-due-value'

/** A moment in the viewer's zone, as the date field writes it. */
const localText = (at: string): string => dayjs(at).format('YYYY-MM-DD HH:mm:00')

interface DueFieldProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

export const DueField = ({ value, onChange }: DueFieldProps) => (
  <DateTimePicker
    id={dueValueId}
    aria-labelledby={`${dueLabelId} ${dueValueId}`}
    placeholder="No date"
    clearable
    valueFormat="D MMM YYYY, HH:mm"
    value={value === null ? null : localText(value)}
    onChange={(text) => onChange(text === null ? null : new Date(text.replace(' ', 'T')).toISOString())}
  />
)
