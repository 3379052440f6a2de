import type { WorkflowItem, WorkflowNode } from '@atrium/contracts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { eventTypesQuery } from '../palette-queries.ts'
import { TryInputFields } from '../tries/try-input-fields.tsx'
import { useTryInput } from '../tries/use-try-input.ts'

interface RunDialogProps {
  readonly id: string
  /** The event or webhook trigger that the run needs a sample for. */
  readonly trigger: WorkflowNode
  readonly isStarting: boolean
  readonly onRun: (input: WorkflowItem['json']) => void
  readonly onClose: () => void
}

/** Asks what a run by hand starts with if its trigger waits for an event or a call. */
export function RunDialog({ id, trigger, isStarting, onRun, onClose }: RunDialogProps) {
  const { data: events = [] } = useQuery(eventTypesQuery)
  const event = events.find(({ type }) => type === trigger.params['eventType'])
  const given = useTryInput(id, { trigger, event, isRun: true })
  const { input } = given
  const [item] = input !== undefined && 'items' in input ? input.items : []
  return (
    <DialogForm
      title="Run with which data?"
      size="md"
      action="Run now"
      disabled={!given.isReady || item === undefined}
      error={null}
      pending={isStarting}
      onClose={onClose}
      onSubmit={() => item !== undefined && onRun(item.json)}
    >
      <Stack gap={16}>
        <p className="quiet">
          {trigger.type === 'trigger.webhook'
            ? 'This workflow starts when another system calls its address. Choose what the call says.'
            : 'This workflow starts when something happens. Choose what has happened.'}{' '}
          The run really changes and sends things. To look only, use Try.
        </p>
        <TryInputFields given={given} event={event} />
      </Stack>
    </DialogForm>
  )
}
