import { ColorInput } from '@mantine/core'
import { useState } from 'react'
import { saveWithUndo } from '../save-with-undo.ts'
import { Setting } from '../setting.tsx'

const swatches = [
  '#4f46e5',
  '#2563eb',
  '#0891b2',
  '#059669',
  '#ca8a04',
  '#ea580c',
  '#dc2626',
  '#db2777',
]

interface BrandColourProps {
  readonly value: string | null
  readonly disabled: boolean
  readonly onSave: (colour: string | null) => Promise<unknown>
}

/** Edits the brand colour. An empty field removes it. */
export function BrandColour({ value, disabled, onSave }: BrandColourProps) {
  const [typed, setTyped] = useState<string>()
  const save = (colour: string) => {
    setTyped(undefined)
    const chosen = colour === '' ? null : colour
    if (chosen !== value) void saveWithUndo(onSave, chosen, value)
  }
  return (
    <Setting label="Brand colour" hint="Leave it empty for Atrium’s colour.">
      {(field) => (
        <ColorInput
          {...field}
          value={typed ?? value ?? ''}
          placeholder="#rrggbb"
          swatches={swatches}
          swatchesPerRow={8}
          disabled={disabled}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          onChange={setTyped}
          onChangeEnd={save}
          onBlur={() => typed === '' && save('')}
        />
      )}
    </Setting>
  )
}
