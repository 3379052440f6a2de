import { AtriumError } from '@atrium/sdk'
import { Button, Group, Modal } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { type FieldProblems, problemsOfError } from './field-problems.ts'

interface FormProps {
  /** The text of the button that sends. */
  readonly action: string
  readonly cancel?: string
  readonly disabled?: boolean
  /** Whether the step cannot be undone. */
  readonly danger?: boolean
  readonly form: { readonly error: unknown; readonly isPending: boolean }
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** The form of a dialog: its fields, the refusal above them, and the button that sends. */
export const DraftForm = ({
  action,
  cancel = 'Cancel',
  disabled = false,
  danger = false,
  form,
  children,
  onSubmit,
  onClose,
}: FormProps) => (
  <form
    noValidate
    className="fields"
    onSubmit={(event) => {
      event.preventDefault()
      // A form around the place that opened the dialog is not meant.
      event.stopPropagation()
      onSubmit()
    }}
  >
    <Refusal error={form.error} />
    {children}
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onClose}>
        {cancel}
      </Button>
      <Button
        type="submit"
        disabled={disabled}
        loading={form.isPending}
        {...(danger ? { color: 'red.9' } : {})}
      >
        {action}
      </Button>
    </Group>
  </form>
)

/** A dialog with one form. */
export const DraftDialog = ({
  title,
  size = 'md',
  ...form
}: FormProps & { title: string; size?: number | 'sm' | 'md' }) => (
  <Modal opened onClose={form.onClose} title={title} size={size}>
    <DraftForm {...form} />
  </Modal>
)

// The processor also refuses what is asked of an account that it no longer has.
const paymentsCodes: ReadonlySet<string> = new Set([
  'charges_not_enabled',
  'account_mismatch',
  'processor_refused',
])

/** The refusal of a step, and where its remedy is a page, the way there. */
export function Refusal({ error }: { error: unknown }) {
  const needsAccount = error instanceof AtriumError && paymentsCodes.has(error.code)
  return (
    <>
      <FormAlert error={error} />
      {needsAccount && (
        <Link to="/settings/{-$page}" params={{ page: 'payments' }} className="link">
          Open the payments account
        </Link>
      )}
    </>
  )
}

/** A form that is checked before its request is sent. */
export function useCheckedForm<Answer, Body>(request: UseMutationResult<Answer, Error, Body>) {
  const [problems, setProblems] = useState<FieldProblems>({})
  return {
    problems,
    isPending: request.isPending,
    /** The refusal of the request as a whole; that of a field stands at the field. */
    error: Object.keys(problems).length > 0 ? null : request.error,
    /** Sends the body unless a field has a problem; `done` is called while the form is open. */
    submit: (found: FieldProblems, body: Body, done: (answer: Answer) => void) => {
      setProblems(found)
      if (Object.keys(found).length > 0) return
      request.mutate(body, { onError: (error) => setProblems(problemsOfError(error)), onSuccess: done })
    },
  }
}
