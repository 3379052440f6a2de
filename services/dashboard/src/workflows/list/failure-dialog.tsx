import type { WorkflowSummary } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { describeFailure, FailureField } from '../failure-field.tsx'
import { updateWorkflowMutation } from '../workflow-queries.ts'

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
  const update = useMutation(updateWorkflowMutation(useQueryClient()))
  const save = () =>
    update.mutate(
      { id, change: { errorWorkflow: chosen } },
      {
        onSuccess: () => {
          onClose()
          toast(describeFailure(name, chosen))
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
      <FailureField id={id} chosen={chosen} onChoose={choose} />
    </DialogForm>
  )
}
