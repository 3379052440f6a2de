import { ActionIcon, Combobox, Textarea, useCombobox } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { type ReactNode, use, useRef } from 'react'
import { FieldContext } from './field-context.ts'
import { openExpression, withExpression } from './open-expression.ts'
import { toPreview } from './upstream-fields.ts'

const mostOptions = 50

/**
 * A text field for expressions. It suggests fields of earlier nodes, and shows the value for the
 * last run.
 */
export function ExpressionField({
  label,
  hidesLabel = false,
  help,
  path,
  value,
  placeholder,
  isNeeded = false,
  long = false,
  onChange,
}: {
  label: string
  hidesLabel?: boolean
  help?: ReactNode
  path: string
  value: string
  placeholder?: string | undefined
  isNeeded?: boolean
  long?: boolean
  onChange: (value: string) => void
}) {
  const { upstream, scope, isLocked, problemOf } = use(FieldContext)
  const area = useRef<HTMLTextAreaElement>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const caret = area.current?.selectionStart ?? value.length
  const typed = openExpression(value, caret)?.typed.toLowerCase() ?? ''
  const options = upstream
    .filter(({ expression, from }) => `${expression} ${from}`.toLowerCase().includes(typed))
    .slice(0, mostOptions)
  const preview = toPreview(value, scope)
  const look = () => {
    const { current } = area
    if (current === null) return
    if (openExpression(current.value, current.selectionStart) === undefined)
      combobox.closeDropdown()
    else {
      combobox.openDropdown()
      combobox.updateSelectedOptionIndex()
    }
  }
  const insert = (expression: string) => {
    const written = withExpression(value, area.current?.selectionStart ?? value.length, expression)
    onChange(written.text)
    combobox.closeDropdown()
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(written.caret, written.caret)
    })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={insert} withinPortal position="bottom-start">
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
        <Textarea
          ref={area}
          {...(hidesLabel ? { 'aria-label': label } : { label })}
          description={help}
          withAsterisk={isNeeded}
          error={problemOf(path)}
          {...(placeholder === undefined ? {} : { placeholder })}
          autosize
          minRows={long ? 3 : 1}
          maxRows={12}
          dir="auto"
          spellCheck={long}
          disabled={isLocked}
          value={value}
          rightSection={
            upstream.length > 0 && !isLocked ? (
              <ActionIcon
                size="sm"
                aria-label={`Insert a field into ${label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  area.current?.focus()
                  combobox.toggleDropdown()
                }}
              >
                <IconBraces size={14} />
              </ActionIcon>
            ) : null
          }
          onChange={(event) => {
            onChange(event.currentTarget.value)
            look()
          }}
          onClick={look}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      {preview !== undefined && (
        <p className="fine" style={{ overflow: 'hidden', maxHeight: 40, marginTop: 4 }}>
          Last time: <bdi>{preview === '' ? 'empty' : preview}</bdi>
        </p>
      )}
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options
          mah={260}
          style={{ overflow: 'auto' }}
          aria-label="Fields of earlier steps"
        >
          {options.map(({ expression, from, value: sample }) => (
            <Combobox.Option key={expression} value={expression}>
              <span className="column">
                <code style={{ fontSize: 12 }}>{expression}</code>
                <span className="clipped fine" dir="auto">
                  {sample ?? from}
                </span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
