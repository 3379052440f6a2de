import { AtriumError } from '@atrium/sdk'
import { PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../platform/me.ts'
import { toast } from '../ui/toast.ts'
import { deleteAccountMutation } from './security-queries.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** The deletion of the account, confirmed with its typed address and the password. */
export function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { user } = useMe()
  const router = useRouter()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    ...deleteAccountMutation(useQueryClient()),
    onSuccess: async () => {
      await router.navigate({ to: '/sign-in' })
      toast('Your account is deleted')
    },
  })
  const isLastOwner = remove.error instanceof AtriumError && remove.error.code === 'last_owner'
  return (
    <TypedConfirmation
      title="Delete your account?"
      expected={user.email}
      action="Delete the account"
      error={
        isLastOwner
          ? new AtriumError({
              status: 409,
              code: 'last_owner',
              message:
                'You are the only owner of an organisation. Make another member owner, or delete the organisation first.',
            })
          : remove.error
      }
      pending={remove.isPending}
      ready={!hasPassword || password !== ''}
      field={
        hasPassword && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )
      }
      onConfirm={() => remove.mutate(hasPassword ? password : undefined)}
      onClose={onClose}
    >
      Your sessions, keys, passkeys and settings end and you leave all organisations. This cannot be undone.
    </TypedConfirmation>
  )
}
