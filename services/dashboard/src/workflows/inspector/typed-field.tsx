import { type ComponentProps, useState } from 'react'
import { ExpressionField } from './expression-field.tsx'
import { shownText, typedValue } from './typed-value.ts'

/** A text with expressions that stands for a value, such as a number. */
export function TypedField({
  value,
  read = typedValue,
  onChange,
  ...field
}: Omit<ComponentProps<typeof ExpressionField>, 'value' | 'onChange'> & {
  value: unknown
  read?: (text: string) => unknown
  onChange: (value: unknown) => void
}) {
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
