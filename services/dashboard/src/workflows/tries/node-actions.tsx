import type { NodeRun } from '@atrium/contracts'
import { Button, Group } from '@mantine/core'
import { IconPin, IconPinnedOff, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { pinMutation, runAgainMutation } from './try-queries.ts'

interface NodeActionsProps {
  readonly workflowId: string
  readonly run: Pick<NodeRun, 'nodeId'> & Partial<NodeRun>
  /** The shown run, if it has ended. Undefined for a try, and while a run is running. */
  readonly runId: string | undefined
  readonly isPinned: boolean
  readonly onRun: (run: string) => void
}

export function NodeActions({ workflowId, run, runId, isPinned, onRun }: NodeActionsProps) {
  const queryClient = useQueryClient()
  const again = useMutation(runAgainMutation(queryClient, workflowId))
  const pin = useMutation(pinMutation(queryClient, workflowId))
  const { nodeId, status, sample } = run
  const hasRun = status === 'completed' || status === 'failed' || status === 'halted'
  const hasOutput = status === 'completed' && sample != null && sample.items.length > 0
  const set = (fromRun: string | undefined) =>
    pin.mutate(
      { nodeId, fromRun },
      {
        onSuccess: () =>
          toast(fromRun === undefined ? 'The output is no longer pinned' : 'Tries use this output'),
        onError: toastRefusal('Not pinned'),
      },
    )
  return (
    <Group gap={8}>
      {runId !== undefined && hasRun && (
        <BusyButton
          variant="default"
          size="compact-md"
          leftSection={<IconRepeat size={14} aria-hidden />}
          loading={again.isPending}
          onClick={() =>
            again.mutate(
              { runId, node: nodeId, key: crypto.randomUUID() },
              { onSuccess: (next) => onRun(next.runId), onError: toastRefusal('Not started') },
            )
          }
        >
          Run again from here
        </BusyButton>
      )}
      {(isPinned || (runId !== undefined && hasOutput)) && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={
            isPinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />
          }
          onClick={() => set(isPinned ? undefined : runId)}
        >
          {isPinned ? 'Unpin the output' : 'Pin the output'}
        </Button>
      )}
    </Group>
  )
}
