import { submitQuote } from '@atrium/contracts'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldProblems, problemsOfError } from '../money/form/field-problems.ts'
import { atrium } from '../platform/connection/api.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { textField } from '../ui/text/text-field.ts'

const needed = {
  name: 'Enter a name',
  email: 'Enter an email address',
  message: 'Enter a few words',
} as const
type Field = keyof typeof needed
const empty: Readonly<Record<Field, string>> = { name: '', email: '', message: '' }

/**
 * Requests a quote for an offer without a price. The request becomes a card on the seller's board.
 */
export function QuoteForm({ org, offer, seller }: { org: string; offer: string; seller: string }) {
  const [draft, setDraft] = useState(empty)
  const [problems, setProblems] = useState<FieldProblems>({})
  const keyed = useRequestKeys()
  const send = useMutation({
    mutationFn: () => {
      const { name, email, message } = draft
      const body = { org, name, email: email.trim(), message: `${offer}\n\n${message}` }
      return keyed(body, (idempotencyKey) => atrium.call(submitQuote, { body }, { idempotencyKey }))
    },
    onError: (error) => setProblems(problemsOfError(error)),
  })
  if (send.isSuccess) {
    return (
      <p role="status" className="flush">
        Thank you. {seller} has your request and answers to {draft.email.trim()}.
      </p>
    )
  }
  const field = (name: Field) =>
    textField(
      draft[name],
      (value) => setDraft((old) => ({ ...old, [name]: value })),
      problems[name],
    )
  const submit = () => {
    const missing = Object.entries(needed).filter(([name]) => draft[name as Field].trim() === '')
    setProblems(Object.fromEntries(missing))
    if (missing.length === 0) send.mutate()
  }
  return (
    <form
      noValidate
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormAlert error={Object.keys(problems).length > 0 ? null : send.error} />
      <TextInput label="Your name" autoComplete="name" maxLength={200} {...field('name')} />
      <TextInput
        label="Your email"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...field('email')}
      />
      <Textarea
        label="What do you need?"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4_000}
        dir="auto"
        {...field('message')}
      />
      <BusyButton type="submit" fullWidth loading={send.isPending}>
        Ask for a quote
      </BusyButton>
    </form>
  )
}
