import type { ApiKeyScope, OrgRole } from '@atrium/contracts'
import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { fieldProblems } from '../../ui/feedback/to-refusal.ts'
import { RoleSelect } from '../organisation/role-select.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { useRole } from '../use-role.ts'
import { createApiKeyMutation } from './api-key-queries.ts'
import {
  accessChoices,
  areaChoices,
  type KeyAccess,
  keyDaySeconds,
  keyLifetimes,
  toScopes,
} from './key-access.ts'

export interface KeyDraft {
  name: string
  role: OrgRole
  days: string
  access: KeyAccess
  /** Used only if the access is `areas`. */
  scopes: ApiKeyScope[]
}

const fields = ['name', 'role', 'scopes'] as const

/**
 * Creates a key and shows its secret once. The page owns the draft, so closing the dialog loses
 * nothing.
 */
export function NewKeyDialog({
  form,
  onClose,
}: {
  form: UseFormReturnType<KeyDraft>
  onClose: () => void
}) {
  const { org } = useRole()
  const create = useMutation(createApiKeyMutation(useQueryClient(), org.id))
  const close = () => {
    if (create.isSuccess) form.reset()
    onClose()
  }
  if (create.isSuccess) {
    return (
      <ShownOnce title="Your new key" label="API key" secret={create.data.key} onDone={close}>
        Save it in a safe place now, because we show it only once. A program sends it as{' '}
        <code>x-api-key</code> or as a bearer token.
      </ShownOnce>
    )
  }
  return (
    <DialogForm
      title="New API key"
      action="Create key"
      error={create.error}
      fields={fields}
      pending={create.isPending}
      onClose={close}
      onSubmit={form.onSubmit(({ name, role, days, access, scopes }) =>
        create.mutate(
          {
            name: name.trim(),
            role,
            scopes: toScopes(access, scopes),
            expiresIn: days === '0' ? null : Number(days) * keyDaySeconds,
          },
          { onError: (error) => form.setErrors(fieldProblems(error, fields)) },
        ),
      )}
    >
      <TextInput
        label="Name"
        placeholder="Nightly import"
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RoleSelect own={org.role} role={form.values.role} {...form.getInputProps('role')} />
      <Select
        label="Access"
        allowDeselect={false}
        data={accessChoices}
        {...form.getInputProps('access')}
      />
      {form.values.access === 'areas' && (
        <MultiSelect
          label="Areas"
          description="Board includes drafts of posts; approving and publishing them is Posts. Workflows act in every area: a key that changes them can do what its role may."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={form.values.scopes.length === 0 ? 'Choose at least one' : undefined}
          searchable
          data={areaChoices}
          {...form.getInputProps('scopes')}
        />
      )}
      <Select
        label="Ends"
        allowDeselect={false}
        data={keyLifetimes}
        {...form.getInputProps('days')}
      />
    </DialogForm>
  )
}
