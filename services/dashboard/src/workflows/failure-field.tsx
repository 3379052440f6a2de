import type { Field } from './inspector/fields.ts'
import { WorkflowPicker } from './inspector/pickers.tsx'

const field: Field = {
  key: 'errorWorkflow',
  label: 'Start this workflow',
  help: 'Choose a workflow that starts with the Run button. It gets the failed step and the reason, for example to send you a mail.',
  isNeeded: false,
  default: undefined,
  empty: undefined,
  edit: { kind: 'workflow' },
}

interface FailureFieldProps {
  /** The workflow that may fail. It cannot start itself. */
  readonly id: string
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

/** Chooses the workflow to start when another workflow's run fails. */
export const FailureField = ({ id, chosen, onChoose }: FailureFieldProps) => (
  <WorkflowPicker
    field={field}
    path={field.key}
    value={chosen ?? undefined}
    onChange={(value) => onChoose(typeof value === 'string' ? value : null)}
    except={id}
  />
)

/** Says what happens when a run of a workflow fails. */
export const describeFailure = (name: string, chosen: string | null): string =>
  chosen === null ? `Nothing starts when ${name} fails` : `A workflow starts when ${name} fails`
