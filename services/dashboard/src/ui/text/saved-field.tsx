import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toRefusal } from '../feedback/to-refusal.ts'

interface SavedFieldProps {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly value: string
  readonly maxLength: number
  readonly hasLines?: boolean
  readonly minRows?: number
  readonly onSave: (text: string) => Promise<unknown>
}

/**
 * A text field. It saves when it loses the focus. If the save is refused, the text stays with the
 * reason. Escape restores the saved text.
 */
export function SavedField({
  label,
  hint,
  value,
  maxLength,
  hasLines = false,
  minRows = 2,
  placeholder,
  onSave,
}: SavedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: onSave,
    // Keep the text if the user typed more during the save.
    onSuccess: (_, text) => setTyped((now) => (now?.trim() === text ? undefined : now)),
  })
  const finish = () => {
    const text = typed?.trim()
    if (text === undefined || (save.isPending && text === save.variables)) return
    if (text === value) setTyped(undefined)
    else save.mutate(text)
  }
  const field = {
    label,
    description: hint,
    placeholder,
    maxLength,
    dir: 'auto' as const,
    value: typed ?? value,
    error: save.isError && typed !== undefined ? toRefusal(save.error) : null,
    onBlur: finish,
    onChange: (event: { currentTarget: { value: string } }) => {
      save.reset()
      setTyped(event.currentTarget.value)
    },
    onKeyDown: (event: { key: string; stopPropagation: () => void }) => {
      if (event.key === 'Enter' && !hasLines) finish()
      if (event.key === 'Escape' && typed !== undefined) {
        event.stopPropagation()
        setTyped(undefined)
      }
    },
  }
  return hasLines ? (
    <Textarea {...field} autosize minRows={minRows} maxRows={6} />
  ) : (
    <TextInput {...field} />
  )
}
