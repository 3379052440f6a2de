import type { WorkflowSummary } from '@atrium/contracts'
import { Menu } from '@mantine/core'
import { IconCopy, IconPlayerPlay, IconPower, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { toastRefusal } from '../../ui/toast-refusal.ts'
import { runWorkflowMutation } from '../runs/run-queries.ts'
import { deleteWorkflowMutation, updateWorkflowMutation, workflowQuery } from '../workflow-queries.ts'
import { useNewWorkflow } from './use-new-workflow.ts'

export function WorkflowMenu({
  workflow: { id, name, active },
  target,
  opened,
  onChange,
}: LateMenuProps & { workflow: WorkflowSummary }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { create } = useNewWorkflow()
  const update = useMutation(updateWorkflowMutation(queryClient))
  const run = useMutation(runWorkflowMutation(queryClient))
  const remove = useMutation(deleteWorkflowMutation(queryClient))
  const [deletes, setDeletes] = useState(false)
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
      <Menu opened={opened} onChange={onChange} position="bottom-end" width={200}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() =>
              run.mutate(
                { id, key: crypto.randomUUID() },
                {
                  onSuccess: ({ runId }) =>
                    navigate({ to: '/workflows/$id', params: { id }, search: { run: runId } }),
                  onError: toastRefusal('Not started'),
                },
              )
            }
          >
            Run now
          </Menu.Item>
          <Menu.Item leftSection={<IconPower size={14} aria-hidden />} onClick={() => switchTo(!active)}>
            {active ? 'Turn off' : 'Activate'}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy().catch(toastRefusal('Not copied'))}
          >
            Duplicate
          </Menu.Item>
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
          <bdi>{name}</bdi> stops, and the record of its runs goes with it.
        </QuestionDialog>
      )}
    </>
  )
}
