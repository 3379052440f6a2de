import { Button, Group, PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'

/** Asks for the password of the account before a change of its protection. */
export function PasswordForm({
  action,
  danger = false,
  error,
  pending,
  children,
  onPassword,
}: {
  action: string
  danger?: boolean
  error: unknown
  pending: boolean
  children: ReactNode
  onPassword: (password: string) => void
}) {
  const [password, setPassword] = useState('')
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onPassword(password)
      }}
    >
      <FormAlert error={error} />
      <span>{children}</span>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          type="submit"
          loading={pending}
          disabled={password === ''}
          {...(danger ? { color: 'red.9' } : {})}
        >
          {action}
        </Button>
      </Group>
    </form>
  )
}
