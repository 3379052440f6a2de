import type { TemplateVariable } from '@atrium/contracts'
import { ColorInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { textField } from '../../ui/text/text-field.ts'
import type { FieldOf } from './field-type.ts'
import { ImageField } from './image-field.tsx'
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

const swatches = [
  '#1d4ed8',
  '#0f766e',
  '#15803d',
  '#a16207',
  '#c2410c',
  '#b91c1c',
  '#be185d',
  '#6d28d9',
]
const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** A colour field. A half typed colour is not passed on. */
function ColourField({ value, onChange, ...field }: FieldOf<string>) {
  const [typed, setTyped] = useState<string>()
  return (
    <ColorInput
      {...field}
      value={typed ?? value}
      placeholder="#rrggbb"
      swatches={swatches}
      swatchesPerRow={8}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      onChange={(text) => {
        const isWhole = text === '' || colour.test(text)
        setTyped(isWhole ? undefined : text)
        if (isWhole) onChange(text)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** A number field. It can be empty. If the text is no number, the text stays in the field. */
function NumberField({ value, error, onChange, ...field }: FieldOf<unknown, number | null>) {
  const [typed, setTyped] = useState<string>()
  const isNumber = typed === undefined || typed.trim() === '' || Number.isFinite(Number(typed))
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      error={isNumber ? error : 'Enter a number'}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text.trim() === '') onChange(null)
        else if (Number.isFinite(Number(text))) onChange(Number(text))
      }}
      onBlur={() => isNumber && setTyped(undefined)}
    />
  )
}
