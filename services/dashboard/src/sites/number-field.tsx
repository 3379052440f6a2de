import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldOf } from './field-type.ts'

/** A number field. It can be empty. If the text is no number, the text stays in the field. */
export function NumberField({ value, error, onChange, ...field }: FieldOf<unknown, number | null>) {
  const [typed, setTyped] = useState<string>()
  const isNumber = typed === undefined || typed.trim() === '' || Number.isFinite(Number(typed))
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      error={isNumber ? error : 'A number is needed'}
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
