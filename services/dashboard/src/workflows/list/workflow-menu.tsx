import type { WorkflowSummary } from '@atrium/contracts'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconFileExport,
  IconFolder,
  IconLifebuoy,
  IconPlayerPlay,
  IconPower,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { useActivationQuestion } from '../activation-question.tsx'
import { downloadWorkflows } from '../exchange/exchange-queries.ts'
import {
  deleteWorkflowMutation,
  updateWorkflowMutation,
  workflowQuery,
} from '../workflow-queries.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useNewWorkflow } from './use-new-workflow.ts'
import { useRunNow } from './use-run-now.tsx'

export function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { id, name, active, ownerId, callableBy } = workflow
  const queryClient = useQueryClient()
  const { create } = useNewWorkflow()
  const update = useMutation(updateWorkflowMutation(queryClient))
  const { run, sampleQuestion } = useRunNow(id)
  const remove = useMutation(deleteWorkflowMutation(queryClient))
  const { user } = useMe()
  const { ask, question } = useActivationQuestion(id)
  const [deletes, setDeletes] = useState(false)
  const [moves, setMoves] = useState(false)
  const [asksFailure, setAsksFailure] = useState(false)
  const share = (to: WorkflowSummary['callableBy']) =>
    update.mutate(
      { id, change: { callableBy: to } },
      {
        onSuccess: () =>
          toast(
            to === 'members'
              ? `Workflows of colleagues can run ${name} with your accounts and rights`
              : `Only your own workflows run ${name}`,
            { action: { label: 'Undo', run: () => share(callableBy) } },
          ),
        onError: toastRefusal('Not changed'),
      },
    )
  const switchTo = (on: boolean, undoable = true) =>
    update.mutate(
      { id, change: { active: on } },
      {
        onSuccess: () =>
          toast(
            on ? `${name} is active` : `${name} is off`,
            undoable ? { action: { label: 'Undo', run: () => switchTo(!on, false) } } : {},
          ),
        onError: toastRefusal(on ? 'Not activated' : 'Still active'),
      },
    )
  const copy = async () => {
    const { graph, description } = await queryClient.fetchQuery(workflowQuery(id))
    create(`${name.slice(0, 190)} (copy)`, graph, description ?? undefined)
  }
  return (
    <>
      {question}
      {sampleQuestion}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={run}>
            Run now
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPower size={14} aria-hidden />}
            onClick={() => (active ? switchTo(false) : void ask(() => switchTo(true)))}
          >
            {active ? 'Turn off' : 'Activate'}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy().catch(toastRefusal('Not copied'))}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolder size={14} aria-hidden />}
            onClick={() => setMoves(true)}
          >
            Folder and tags
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLifebuoy size={14} aria-hidden />}
            onClick={() => setAsksFailure(true)}
          >
            If it fails…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport size={14} aria-hidden />}
            onClick={() =>
              void downloadWorkflows({ id, name }).catch(toastRefusal('Not downloaded'))
            }
          >
            Download as a file
          </Menu.Item>
          {ownerId === user.id && (
            <Menu.Item
              leftSection={<IconShare size={14} aria-hidden />}
              onClick={() => share(callableBy === 'members' ? 'owner' : 'members')}
            >
              {callableBy === 'members' ? 'Stop calls by colleagues' : 'Let colleagues call it'}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            c="var(--bad)"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => setDeletes(true)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asksFailure && <FailureDialog workflow={workflow} onClose={() => setAsksFailure(false)} />}
      {moves && <MoveDialog workflow={workflow} onClose={() => setMoves(false)} />}
      {deletes && (
        <QuestionDialog
          title="Delete the workflow?"
          action="Delete"
          error={remove.error}
          pending={remove.isPending}
          onClose={() => setDeletes(false)}
          onConfirm={() =>
            remove.mutate(id, {
              onSuccess: () => {
                setDeletes(false)
                toast('The workflow is deleted')
              },
            })
          }
        >
          <bdi>{name}</bdi> stops. This also deletes its run history.
        </QuestionDialog>
      )}
    </>
  )
}
