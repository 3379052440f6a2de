import type { TemplateVariable } from '@atrium/contracts'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { textField } from '../ui/text-field.ts'
import { ColourField } from './colour-field.tsx'
import { ImageField } from './image-field.tsx'
import { NumberField } from './number-field.tsx'
import { toLabel } from './to-label.ts'

export interface FieldProps {
  readonly variable: TemplateVariable
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function VariableField({ variable, value, error, onChange }: FieldProps) {
  const field = { label: toLabel(variable), required: variable.required === true, error }
  const input = { ...field, ...textField(toText(value), onChange) }
  switch (variable.type) {
    case 'longtext':
      return <Textarea {...input} autosize minRows={3} maxRows={14} dir="auto" />
    case 'url':
      return <TextInput {...input} type="url" placeholder="https://" />
    case 'boolean':
      return (
        <Switch
          label={field.label}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return <NumberField {...field} value={value} onChange={onChange} />
    case 'color':
      return <ColourField {...field} value={toText(value)} onChange={onChange} />
    case 'image':
      return <ImageField {...field} value={toText(value)} onChange={onChange} />
    default:
      return <TextInput {...input} dir="auto" />
  }
}
