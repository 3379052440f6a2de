import { type ComponentProps, useState } from 'react'
import { ExpressionField } from './expressions/expression-field.tsx'
import { shownText, typedValue } from './typed-value.ts'

interface TypedFieldProps
  extends Omit<ComponentProps<typeof ExpressionField>, 'value' | 'onChange'> {
  readonly value: unknown
  readonly read?: (text: string) => unknown
  readonly onChange: (value: unknown) => void
}

/** A text field with expressions. The text stands for a value, for example a number. */
export function TypedField({ value, read = typedValue, onChange, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <ExpressionField
      {...field}
      value={shownText(typed, value, read)}
      onChange={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}
