import type { ApprovalDecision } from '@atrium/contracts'
import { Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import type { Wish } from './approval-queries.ts'
import { type AskedWords, askedWords } from './asked-words.ts'

/**
 * Asks for a decision with an optional note. A decision cannot be taken back, so a second click
 * confirms it.
 */
export function DecisionForm({
  words = askedWords.en,
  color,
  error,
  pending,
  onDecide,
}: {
  words?: AskedWords
  /** The colour of the button to approve. */
  color?: string
  error: unknown
  pending: boolean
  onDecide: (wish: Wish) => void
}) {
  const [note, setNote] = useState('')
  const [chosen, choose] = useState<ApprovalDecision>()
  // Gets the focus when the question is taken back.
  const [left, setLeft] = useState<ApprovalDecision>()
  const approving = color === undefined ? {} : { color, autoContrast: true }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined) onDecide({ decision: chosen, note: note.trim() })
      }}
    >
      <FormAlert error={error} />
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {chosen === undefined ? (
        <Group mt={16} gap={8}>
          <BusyButton
            type="button"
            autoFocus={left === 'approve'}
            {...approving}
            onClick={() => choose('approve')}
          >
            {words.approve}
          </BusyButton>
          <BusyButton
            type="button"
            variant="default"
            autoFocus={left === 'decline'}
            onClick={() => choose('decline')}
          >
            {words.decline}
          </BusyButton>
        </Group>
      ) : (
        <div>
          <p className="strong" style={{ margin: '16px 0 8px' }}>
            {chosen === 'approve' ? words.approveQuestion : words.declineQuestion}
          </p>
          <Group gap={8}>
            <BusyButton
              type="submit"
              autoFocus
              loading={pending}
              {...(chosen === 'decline' ? { color: 'red.9' } : approving)}
            >
              {chosen === 'approve' ? words.approveNow : words.declineNow}
            </BusyButton>
            <BusyButton
              type="button"
              variant="default"
              blocked={pending}
              onClick={() => {
                setLeft(chosen)
                choose(undefined)
              }}
            >
              {words.back}
            </BusyButton>
          </Group>
        </div>
      )}
    </form>
  )
}
