import { ColorInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldOf } from './field-type.ts'

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
export function ColourField({ value, onChange, ...field }: FieldOf<string>) {
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
