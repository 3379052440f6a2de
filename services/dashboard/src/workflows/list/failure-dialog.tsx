import type { WorkflowSummary } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { Field } from '../inspector/fields.ts'
import { WorkflowPicker } from '../inspector/pickers.tsx'
import { updateWorkflowMutation } from '../workflow-queries.ts'

const field: Field = {
  key: 'errorWorkflow',
  label: 'Start this workflow',
  help: 'Choose a workflow that starts with the Run button. It gets the failed step and the reason, for example to send you a mail.',
  isNeeded: false,
  default: undefined,
  empty: undefined,
  edit: { kind: 'workflow' },
}

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
      <WorkflowPicker
        field={field}
        path={field.key}
        value={chosen ?? undefined}
        onChange={(value) => choose(typeof value === 'string' ? value : null)}
        except={id}
      />
    </DialogForm>
  )
}
