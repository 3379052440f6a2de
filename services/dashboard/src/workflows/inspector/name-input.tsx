import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

/**
 * A name that edges or expressions follow. It is kept when the field is left, with Enter and before a save by key: while
 * it is typed it may be the name of another one.
 */
export function NameInput({
  name,
  taken,
  takenWords,
  onKeep,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  name: string
  /** Whether another one has a name. */
  taken: (name: string) => boolean
  /** The problem of such a name, in words. */
  takenWords: string
  onKeep: (name: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const wanted = (typed ?? name).trim()
  const isTaken = wanted !== name && taken(wanted)
  const keep = () => {
    setTyped(undefined)
    if (wanted !== '' && wanted !== name && !isTaken) onKeep(wanted)
  }
  const press = ({ key, metaKey, ctrlKey }: KeyboardEvent) => {
    if (key === 'Enter' || ((metaKey || ctrlKey) && key.toLowerCase() === 's')) keep()
  }
  return (
    <TextInput
      {...field}
      {...(isTaken ? { error: takenWords } : {})}
      value={typed ?? name}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={press}
    />
  )
}
