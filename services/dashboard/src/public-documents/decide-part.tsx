import { acceptEstimate, declineEstimate, type PublicEstimate } from '@atrium/contracts'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { type Tagged, tagged } from '../platform/records/versions.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import type { DocumentVoice } from './document-voice.ts'
import { filledWords } from './document-words.ts'
import { publicEstimateQuery } from './public-queries.ts'

interface DecidePartProps {
  readonly token: string
  readonly estimate: Tagged<PublicEstimate>
  readonly voice: DocumentVoice
}

/** Lets the customer accept or decline a sent estimate, or says how it was decided. */
export function DecidePart(props: DecidePartProps) {
  const { estimate, voice } = props
  return estimate.status === 'sent' ? (
    <DecideForm {...props} />
  ) : (
    <p className="bold" role="status" style={{ margin: 0 }}>
      <bdi>{describeDecision(estimate, voice)}</bdi>
    </p>
  )
}

function describeDecision(
  { status, acceptedBy, acceptedAt, declinedAt }: PublicEstimate,
  { words, localDay }: DocumentVoice,
): string {
  // An invoice may follow an acceptance, which says more to the customer.
  if (acceptedAt !== null)
    return filledWords(words.accepted, { name: acceptedBy ?? '', date: localDay(acceptedAt) })
  if (declinedAt !== null) return filledWords(words.declined, { date: localDay(declinedAt) })
  return status === 'expired' ? words.expired : words.invoiced
}

function DecideForm({ token, estimate: { etag }, voice: { words } }: DecidePartProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const [isDeclining, setDeclining] = useState(false)
  const [isNameless, setNameless] = useState(false)
  const { queryKey } = publicEstimateQuery(token)
  const decide = useMutation({
    mutationFn: () => {
      const seen = etag === null ? {} : { ifMatch: etag }
      const declined = reason.trim() === '' ? {} : { reason: reason.trim() }
      return tagged(
        isDeclining
          ? atrium.call(declineEstimate, { params: { token }, body: declined }, seen)
          : atrium.call(acceptEstimate, { params: { token }, body: { name: name.trim() } }, seen),
      )
    },
    onSuccess: (decided) => queryClient.setQueryData(queryKey, decided),
    // Somebody else may have decided or changed it meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setNameless(!isDeclining && name.trim() === '')
        if (isDeclining || name.trim() !== '') decide.mutate()
      }}
    >
      <Stack gap={12}>
        <FormAlert error={decide.error} />
        {isDeclining ? (
          <Textarea
            label={words.reason}
            value={reason}
            autosize
            minRows={2}
            maxLength={2_000}
            dir="auto"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={words.yourName}
            value={name}
            maxLength={200}
            autoComplete="name"
            dir="auto"
            error={isNameless && words.nameNeeded}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <BusyButton type="submit" fullWidth loading={decide.isPending}>
          {isDeclining ? words.decline : words.accept}
        </BusyButton>
        <Button
          type="button"
          variant="subtle"
          fullWidth
          onClick={() => {
            decide.reset()
            setDeclining(!isDeclining)
          }}
        >
          {isDeclining ? words.back : words.decline}
        </Button>
      </Stack>
    </form>
  )
}
