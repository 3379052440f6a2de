import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { textField } from '../../ui/text/text-field.ts'
import money from '../money.module.css'

const pauseMs = 200

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (q: string) => void
}

/** A search field that passes its text on when the user stops typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [former, setFormer] = useState(value)
  if (former !== value) {
    setFormer(value)
    setTyped(value)
  }
  const hand = useEffectEvent((q: string) => onChange(q))
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => hand(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      className={money.grow}
      leftSection={<IconSearch size={16} aria-hidden />}
      {...textField(typed, setTyped)}
    />
  )
}
