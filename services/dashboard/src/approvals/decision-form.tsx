import type { ApprovalDecision } from '@atrium/contracts'
import { Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import type { Wish } from './approval-queries.ts'

const words: Readonly<Record<ApprovalDecision, readonly [question: string, button: string]>> = {
  approve: ['Approve this? The workflow then continues.', 'Yes, approve'],
  decline: ['Decline this? The workflow then continues without approval.', 'Yes, decline'],
}

/**
 * Asks for a decision with an optional note. A decision cannot be taken back, so a second click
 * confirms it.
 */
export function DecisionForm({
  error,
  pending,
  onDecide,
}: {
  error: unknown
  pending: boolean
  onDecide: (wish: Wish) => void
}) {
  const [note, setNote] = useState('')
  const [chosen, choose] = useState<ApprovalDecision>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined) onDecide({ decision: chosen, note: note.trim() })
      }}
    >
      <FormAlert error={error} />
      <Textarea
        label="Note"
        description="The workflow can use it, for example in a reply."
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
          <BusyButton type="button" onClick={() => choose('approve')}>
            Approve
          </BusyButton>
          <BusyButton type="button" variant="default" onClick={() => choose('decline')}>
            Decline
          </BusyButton>
        </Group>
      ) : (
        <div>
          <p className="strong" style={{ margin: '16px 0 8px' }}>
            {words[chosen][0]}
          </p>
          <Group gap={8}>
            <BusyButton
              type="submit"
              autoFocus
              loading={pending}
              {...(chosen === 'decline' ? { color: 'red.9' } : {})}
            >
              {words[chosen][1]}
            </BusyButton>
            <BusyButton
              type="button"
              variant="default"
              blocked={pending}
              onClick={() => choose(undefined)}
            >
              Back
            </BusyButton>
          </Group>
        </div>
      )}
    </form>
  )
}
