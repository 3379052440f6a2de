import type { OrgRole } from '@atrium/contracts'
import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { createApiKeyMutation } from './api-key-queries.ts'
import { rolesUpTo, roleWords } from './member-rules.ts'
import { fieldProblems } from './refusal-of.ts'
import classes from './settings.module.css'
import { ShownOnce } from './shown-once.tsx'
import { useRole } from './use-role.ts'

/** A key that is being made. */
export interface KeyDraft {
  name: string
  role: OrgRole
  days: string
}

const lifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]
const daySeconds = 86_400
const fields = ['name', 'role'] as const

/** Makes a key and shows it once. The draft is the page's, so that closing the dialog loses nothing. */
export function NewKeyDialog({ form, onClose }: { form: UseFormReturnType<KeyDraft>; onClose: () => void }) {
  const { org } = useRole()
  const create = useMutation(createApiKeyMutation(useQueryClient(), org.id))
  const problems = fieldProblems(create.error, fields)
  const close = () => {
    if (create.isSuccess) form.reset()
    onClose()
  }
  if (create.isSuccess) {
    return (
      <Modal
        opened
        onClose={close}
        title="Your new key"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <ShownOnce label="API key" secret={create.data.key} onDone={close}>
          Keep it in a safe place now: it is shown this once. A program sends it as <code>x-api-key</code>.
        </ShownOnce>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={close} title="New API key">
      <form
        className={classes.fields}
        onSubmit={form.onSubmit(({ name, role, days }) =>
          create.mutate(
            { name: name.trim(), role, expiresIn: days === '0' ? null : Number(days) * daySeconds },
            { onError: (error) => form.setErrors(fieldProblems(error, fields)) },
          ),
        )}
      >
        <FormAlert error={Object.keys(problems).length > 0 ? null : create.error} />
        <TextInput
          label="Name"
          placeholder="Nightly import"
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label="Role"
          allowDeselect={false}
          description={roleWords[form.values.role][1]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={rolesUpTo(org.role).map((value) => ({ value, label: roleWords[value][0] }))}
          {...form.getInputProps('role')}
        />
        <Select label="Ends" allowDeselect={false} data={lifetimes} {...form.getInputProps('days')} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
