import { ActionIcon, Button, Input, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { textField } from '../../ui/text/text-field.ts'
import classes from '../sites.module.css'
import { toLabel } from './to-label.ts'
import type { FieldProps } from './variable-field.tsx'

type Item = string | Readonly<Record<string, unknown>>

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const moved = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.toSpliced(from, 1)
  const item = items[from]
  return item === undefined ? rest : rest.toSpliced(to, 0, item)
}

/**
 * A list field. An item has the members shown by the template. If the template shows none, an item
 * is one text.
 */
export function ListField({
  variable,
  value,
  error,
  fields,
  onChange,
}: FieldProps & { fields: readonly string[] }) {
  const label = toLabel(variable)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const write = (index: number, item: Item) => onChange(items.with(index, item))
  return (
    <fieldset className={`plain-group stack ${classes.items}`}>
      <Input.Label component="legend" required={variable.required === true}>
        {label}
      </Input.Label>
      {items.map((item, index) => {
        const nth = `${label}, ${index + 1}`
        return (
          <fieldset key={index} className={`raised flush ${classes.item}`} aria-label={nth}>
            <div className="words stack">
              {fields.length === 0 ? (
                <TextInput
                  aria-label={nth}
                  {...textField(text(item), (typed) => write(index, typed))}
                />
              ) : (
                fields.map((field) => (
                  <Member
                    key={field}
                    name={field}
                    item={item}
                    onChange={(next) => write(index, next)}
                  />
                ))
              )}
            </div>
            <div className={`column ${classes.itemActions}`}>
              {items.length > 1 && (
                <>
                  <ActionIcon
                    aria-label={`Move up ${nth}`}
                    disabled={index === 0}
                    onClick={() => onChange(moved(items, index, index - 1))}
                  >
                    <IconArrowUp size={14} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Move down ${nth}`}
                    disabled={index === items.length - 1}
                    onClick={() => onChange(moved(items, index, index + 1))}
                  >
                    <IconArrowDown size={14} aria-hidden />
                  </ActionIcon>
                </>
              )}
              <ActionIcon
                aria-label={`Remove ${nth}`}
                onClick={() => onChange(items.toSpliced(index, 1))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </div>
          </fieldset>
        )
      })}
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <Button
        variant="default"
        size="compact-sm"
        className="start"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...items, fields.length === 0 ? '' : {}])}
      >
        Add to {label.toLowerCase()}
      </Button>
    </fieldset>
  )
}

function Member({
  name,
  item,
  onChange,
}: {
  name: string
  item: unknown
  onChange: (item: Item) => void
}) {
  const record = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {}
  const field = {
    label: toLabel({ name }),
    ...textField(text(record[name]), (typed) => onChange({ ...record, [name]: typed })),
  }
  return /text|body|description/i.test(name) ? (
    <Textarea {...field} autosize minRows={1} maxRows={6} dir="auto" />
  ) : (
    <TextInput {...field} dir="auto" />
  )
}
