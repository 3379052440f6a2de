import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface NameInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  readonly name: string
  readonly taken: (name: string) => boolean
  readonly takenWords: string
  readonly onKeep: (name: string) => void
}

/**
 * A name used by edges or expressions. It is applied when the field loses the focus, with Enter,
 * and before a save by key.
 */
export function NameInput({ name, taken, takenWords, onKeep, ...field }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const wanted = (typed ?? name).trim()
  const isTaken = wanted !== name && taken(wanted)
  const keep = () => {
    setTyped(undefined)
    if (wanted !== '' && wanted !== name && !isTaken) onKeep(wanted)
  }
  return (
    <TextInput
      {...field}
      {...(isTaken ? { error: takenWords } : {})}
      value={typed ?? name}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key, metaKey, ctrlKey }) => {
        if (key === 'Enter' || ((metaKey || ctrlKey) && key.toLowerCase() === 's')) keep()
      }}
    />
  )
}
