import { AtriumError } from '@atrium/sdk'
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { fieldProblems } from '../../ui/feedback/to-refusal.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { textField } from '../../ui/text/text-field.ts'
import { isAddress } from '../is-address.ts'
import { TypedConfirmation } from '../typed-confirmation.tsx'
import {
  changeEmailMutation,
  changePasswordMutation,
  deleteAccountMutation,
} from './security-queries.ts'

const emailFields = ['newEmail'] as const

/**
 * Changes the account's email address. If the platform requires it, the new address has to be
 * confirmed first.
 */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMe()
  const form = useForm({
    initialValues: { newEmail: '' },
    validate: {
      newEmail: (typed) =>
        typed.trim().toLowerCase() === user.email
          ? 'This is your current address'
          : isAddress(typed.trim())
            ? null
            : 'Enter an email address',
    },
  })
  const change = useMutation(changeEmailMutation(useQueryClient()))
  if (change.data?.changed === false) {
    return (
      <Modal opened onClose={onClose} title="Check your mail" size="sm">
        <div className="fields">
          <span>
            The change needs your confirmation: open the link that is on its way. You sign in with{' '}
            {user.email} until then. An address that has an account already gets no mail.
          </span>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </div>
      </Modal>
    )
  }
  return (
    <DialogForm
      title="Change the address"
      size="sm"
      action="Change"
      error={change.error}
      fields={emailFields}
      pending={change.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ newEmail }) =>
        change.mutate(newEmail.trim(), {
          onError: (error) => form.setErrors(fieldProblems(error, emailFields)),
          onSuccess: ({ changed }) => {
            if (!changed) return
            toast('The address is changed')
            onClose()
          },
        }),
      )}
    >
      <TextInput
        label="New address"
        type="email"
        autoComplete="email"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('newEmail')}
      />
    </DialogForm>
  )
}

const shortest = 8
const passwordFields = ['currentPassword', 'newPassword'] as const

/** Changes the password. All other sessions end. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (typed) => (typed === '' ? 'Enter your current password' : null),
      newPassword: (typed) => (typed.length < shortest ? `At least ${shortest} characters` : null),
    },
  })
  const change = useMutation(changePasswordMutation(useQueryClient()))
  return (
    <DialogForm
      title="Change the password"
      size="sm"
      action="Change"
      error={change.error}
      fields={passwordFields}
      pending={change.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        change.mutate(values, {
          onError: (error) => form.setErrors(fieldProblems(error, passwordFields)),
          onSuccess: () => {
            toast('The password is changed. You are signed out everywhere else.')
            onClose()
          },
        }),
      )}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        maxLength={128}
        description={`At least ${shortest} characters`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('newPassword')}
      />
    </DialogForm>
  )
}

/**
 * Deletes the account after the user has typed its email address and, if it has one, the password.
 */
export function DeleteAccountDialog({
  hasPassword,
  onClose,
}: {
  hasPassword: boolean
  onClose: () => void
}) {
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
            {...textField(password, setPassword)}
          />
        )
      }
      onConfirm={() => remove.mutate(hasPassword ? password : undefined)}
      onClose={onClose}
    >
      This deletes your sessions, keys, passkeys and settings, and you leave all organisations. You
      cannot undo this.
    </TypedConfirmation>
  )
}
