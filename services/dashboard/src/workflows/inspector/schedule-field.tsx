import { Menu, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo } from 'react'
import { textField } from '../../ui/text/text-field.ts'
import { cronWords, usualSchedules } from './cron-words.ts'
import { type FieldProps, useFieldInput } from './field-context.ts'
import classes from './inspector.module.css'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function ScheduleField({ tz, ...props }: FieldProps & { tz: string }) {
  const { onChange } = props
  const value = typeof props.value === 'string' ? props.value : ''
  const input = useFieldInput(props)
  const shown = useMemo(() => cronWords(value, tz, Date.now()), [value, tz])
  return (
    <div>
      <TextInput
        {...input}
        withAsterisk
        placeholder="0 9 * * 1-5"
        spellCheck={false}
        {...textField(value, onChange)}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={`plain-button ${classes.quietButton}`}
            disabled={input.disabled}
          >
            Common times
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {usualSchedules.map(({ cron, label }) => (
            <Menu.Item key={cron} onClick={() => onChange(cron)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown !== undefined && (
        <div className={`column ${classes.times}`}>
          <strong>{shown.words}</strong>
          <span className="muted">in {tz}. Next, on your clock:</span>
          <ol>
            {shown.next.map((date) => (
              <li key={date.toISOString()}>
                <time dateTime={date.toISOString()}>{moment.format(date)}</time>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
