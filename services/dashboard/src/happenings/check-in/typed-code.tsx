import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { textField } from '../../ui/text/text-field.ts'

export function TypedCode({
  pending,
  onCode,
}: {
  pending: boolean
  onCode: (code: string) => void
}) {
  const [typed, setTyped] = useState('')
  return (
    <form
      className="line"
      style={{ alignItems: 'flex-end' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') return
        onCode(typed)
        setTyped('')
      }}
    >
      <TextInput
        className="grow"
        label="Code"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        styles={{
          input: {
            fontFamily: 'var(--mantine-font-family-monospace)',
            fontSize: 16,
            textTransform: 'uppercase',
          },
        }}
        {...textField(typed, setTyped)}
      />
      <BusyButton type="submit" variant="default" loading={pending}>
        Check in
      </BusyButton>
    </form>
  )
}
