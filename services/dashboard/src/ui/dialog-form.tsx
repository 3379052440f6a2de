import { Button, Group } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { FormAlert } from './form-alert.tsx'
import { fieldProblems } from './refusal-of.ts'
import shapes from './shapes.module.css'

/** The form of a dialog. A refusal that names one of the fields stands there, any other one above them. */
export const DialogForm = ({
  action,
  error,
  fields,
  pending,
  children,
  onSubmit,
  onCancel,
}: {
  action: string
  error: unknown
  fields: readonly string[]
  pending: boolean
  children: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  onCancel: () => void
}) => (
  <form className={shapes.fields} noValidate onSubmit={onSubmit}>
    <FormAlert error={Object.keys(fieldProblems(error, fields)).length > 0 ? null : error} />
    {children}
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={pending}>
        {action}
      </Button>
    </Group>
  </form>
)
