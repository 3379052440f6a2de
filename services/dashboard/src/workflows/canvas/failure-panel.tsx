import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { describeFailure, FailureField } from '../failure-field.tsx'
import { FieldContext } from '../inspector/field-context.ts'
import { updateWorkflowMutation, workflowQuery } from '../workflow-queries.ts'
import { Panel, PanelBody, type PanelProps } from './panel.tsx'

interface FailurePanelProps extends Pick<PanelProps, 'id'> {
  readonly isLocked: boolean
}

/** Chooses what starts when the workflow fails. It is saved at once, because it is not drawn. */
export function FailurePanel({ id, isLocked }: FailurePanelProps) {
  const queryClient = useQueryClient()
  const { data: workflow } = useQuery(workflowQuery(id))
  const update = useMutation(updateWorkflowMutation(queryClient))
  const context = use(FieldContext)
  if (workflow === undefined) return null
  const { name, errorWorkflow } = workflow
  const choose = (chosen: string | null, undoable = true) =>
    update.mutate(
      { id, change: { errorWorkflow: chosen } },
      {
        onSuccess: () =>
          toast(
            describeFailure(name, chosen),
            undoable ? { action: { label: 'Undo', run: () => choose(errorWorkflow, false) } } : {},
          ),
        onError: toastRefusal('Not saved'),
      },
    )
  return (
    <Panel title="If it fails" isTitled>
      <PanelBody>
        <FieldContext value={{ ...context, isLocked: isLocked || update.isPending }}>
          <FailureField
            id={id}
            chosen={
              update.isPending ? (update.variables.change.errorWorkflow ?? null) : errorWorkflow
            }
            onChoose={choose}
          />
        </FieldContext>
      </PanelBody>
    </Panel>
  )
}
