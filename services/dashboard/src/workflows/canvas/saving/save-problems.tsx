import type { FieldError, WorkflowGraph } from '@atrium/contracts'
import { Modal } from '@mantine/core'
import { ConflictDialog } from '../../../ui/dialogs/conflict-dialog.tsx'
import { FormAlert } from '../../../ui/feedback/form-alert.tsx'
import { When } from '../../../ui/when.tsx'
import { findNode } from '../../graph/graph.ts'
import { type Problems, problemsAt } from '../../graph/problems.ts'
import type { PanelProps } from '../panel.tsx'
import classes from '../panels.module.css'
import { describeClash } from './describe-clash.ts'
import type { Stored } from './use-stored.ts'

/** Lists a refusal's problems in the words of the canvas. */
const listProblems = (graph: WorkflowGraph, errors: readonly FieldError[]): Problems['all'] =>
  problemsAt(
    graph,
    errors.slice(0, mostProblems).map(({ path, message }) => ({
      path,
      message: message.replace(/^\w+: /, ''),
    })),
  ).all

const mostProblems = 100

interface SaveProblemsProps extends Pick<PanelProps, 'graph' | 'palette' | 'onNode'> {
  readonly stored: Stored
}

export function SaveProblems({ stored, graph, palette, onNode }: SaveProblemsProps) {
  const { refusal, conflict } = stored
  if (conflict !== undefined) {
    const { clashes, by, newest } = conflict
    const note = (
      <>
        changed by {by === 'You' ? 'you in another window' : by}, <When at={newest.updatedAt} />
      </>
    )
    return (
      <ConflictDialog
        heading="This workflow was saved elsewhere"
        clashes={clashes.map((clash) => ({
          field: clash.field,
          note,
          theirName: by === 'You' ? 'From your other window' : by,
          ...describeClash(clash, palette),
        }))}
        onResolve={(theirs) => void stored.resolveConflict(theirs)}
        onLeave={stored.closeConflict}
      />
    )
  }
  if (refusal === undefined) return null
  return (
    <Modal opened onClose={stored.closeRefusal} title="Not activated yet" size="md">
      <FormAlert error={refusal} />
      <ul className="plain-list column">
        {listProblems(graph, refusal.errors ?? []).map(({ node, param, message }) => {
          const step = node === undefined ? undefined : findNode(graph, node)
          return (
            <li key={`${node} ${param} ${message}`}>
              <button
                type="button"
                className={classes.run}
                onClick={() => {
                  if (node !== undefined) onNode(node)
                  stored.closeRefusal()
                }}
              >
                <span className="grow">
                  {step !== undefined && <strong dir="auto">{step.name} </strong>}
                  {message}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
