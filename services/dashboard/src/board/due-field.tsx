import '@mantine/dates/styles.css'
import { DateTimePicker } from '@mantine/dates'

export const dueLabelId = 'card-due-label'
const dueValueId = 'card-due-value'

const pad = (value: number) => String(value).padStart(2, '0')

/** A moment in the viewer's zone, as the date field writes it. */
function localText(at: string): string {
  const moment = new Date(at)
  const day = [moment.getFullYear(), pad(moment.getMonth() + 1), pad(moment.getDate())].join('-')
  return `${day} ${pad(moment.getHours())}:${pad(moment.getMinutes())}:00`
}

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
