import { AtriumError } from '@atrium/sdk'
import { Modal } from '@mantine/core'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DialogFields, type DialogFieldsProps } from '../../ui/dialogs/dialog-form.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { type FieldProblems, problemsOfError } from './field-problems.ts'

type FormProps = Omit<DialogFieldsProps, 'alert' | 'pending'> & {
  form: { readonly error: unknown; readonly isPending: boolean }
}

export const DraftForm = ({ form, ...props }: FormProps) => (
  <DialogFields {...props} alert={<Refusal error={form.error} />} pending={form.isPending} />
)

export const DraftDialog = ({
  title,
  size = 'md',
  ...form
}: FormProps & { title: string; size?: number | 'sm' | 'md' }) => (
  <Modal opened onClose={form.onClose} title={title} size={size}>
    <DraftForm {...form} />
  </Modal>
)

// The payment processor also uses these codes for an account it no longer has.
const paymentsCodes: ReadonlySet<string> = new Set([
  'charges_not_enabled',
  'account_mismatch',
  'processor_refused',
])

/** Shows why a step was refused, with a link if another page has the remedy. */
export function Refusal({ error }: { error: unknown }) {
  const needsAccount = error instanceof AtriumError && paymentsCodes.has(error.code)
  return (
    <>
      <FormAlert error={error} />
      {needsAccount && (
        <Link to="/settings/{-$page}" params={{ page: 'payments' }} className="link">
          Open the payment account
        </Link>
      )}
    </>
  )
}

/** Handles a form that is checked before its request is sent. */
export function useCheckedForm<Answer, Body>(options: UseMutationOptions<Answer, Error, Body>) {
  const request = useMutation(options)
  const [problems, setProblems] = useState<FieldProblems>({})
  return {
    problems,
    isPending: request.isPending,
    /** The error of the request as a whole. A field's problem is shown at the field. */
    error: Object.keys(problems).length > 0 ? null : request.error,
    /** Sends the body unless a field has a problem. Calls `done` only while the form is open. */
    submit: (found: FieldProblems, body: Body, done: (answer: Answer) => void) => {
      setProblems(found)
      if (Object.keys(found).length > 0) return
      request.mutate(body, {
        onError: (error) => setProblems(problemsOfError(error)),
        onSuccess: done,
      })
    },
  }
}
