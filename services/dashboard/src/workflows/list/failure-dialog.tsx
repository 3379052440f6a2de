import type { WorkflowSummary } from '@atrium/contracts'
import { Select } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { updateWorkflowMutation, workflowsQuery } from '../workflow-queries.ts'

interface FailureDialogProps {
  readonly workflow: Pick<WorkflowSummary, 'id' | 'name' | 'errorWorkflow'>
  readonly onClose: () => void
}

/** Asks which workflow starts when a run of this one fails. */
export function FailureDialog({
  workflow: { id, name, errorWorkflow },
  onClose,
}: FailureDialogProps) {
  const [chosen, choose] = useState(errorWorkflow)
  const query = useInfiniteQuery(workflowsQuery())
  const update = useMutation(updateWorkflowMutation(useQueryClient()))
  const others = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((each) => each.id !== id)
    .map((each) => ({ value: each.id, label: each.name }))
  // The chosen workflow may be on a page that is not loaded.
  const isMissing = chosen !== null && !others.some(({ value }) => value === chosen)
  const data = isMissing ? [{ value: chosen, label: 'The chosen workflow' }, ...others] : others
  const save = () =>
    update.mutate(
      { id, change: { errorWorkflow: chosen } },
      {
        onSuccess: () => {
          onClose()
          toast(
            chosen === null
              ? `Nothing starts when ${name} fails`
              : `A workflow starts when ${name} fails`,
          )
        },
      },
    )
  return (
    <DialogForm
      title="If it fails"
      action="Save"
      error={update.error}
      pending={update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="Start this workflow"
        description="It starts with its Run button and gets the failed step and the reason, for example to send you a mail."
        placeholder="Nothing starts"
        searchable
        clearable
        limit={100}
        nothingFoundMessage="No workflow has this name"
        data={data}
        value={chosen}
        onChange={choose}
      />
    </DialogForm>
  )
}
