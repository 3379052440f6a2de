import type { TemplateVariable } from '@atrium/contracts'
import { Skeleton, Switch, Textarea, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { labelOf } from './label-of.ts'
import { NumberField } from './number-field.tsx'

const ColourField = late(async () => (await import('./colour-field.tsx')).ColourField)
const ImageField = late(async () => (await import('./image-field.tsx')).ImageField)

/** What a field of a variable is given. */
export interface FieldProps {
  readonly variable: TemplateVariable
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The field of one variable, by its type. */
export function VariableField({ variable, value, error, onChange }: FieldProps) {
  const field = { label: labelOf(variable), required: variable.required === true, error }
  const input = {
    ...field,
    value: textOf(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
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
      return (
        <Suspense fallback={<Skeleton h={58} />}>
          <ColourField {...field} value={textOf(value)} onChange={onChange} />
        </Suspense>
      )
    case 'image':
      return (
        <Suspense fallback={<Skeleton h={96} />}>
          <ImageField {...field} value={textOf(value)} onChange={onChange} />
        </Suspense>
      )
    default:
      return <TextInput {...input} dir="auto" />
  }
}
