import { Modal } from '@mantine/core'
import { ConflictDialog } from '../../../ui/dialogs/conflict-dialog.tsx'
import { FormAlert } from '../../../ui/feedback/form-alert.tsx'
import { When } from '../../../ui/when.tsx'
import type { PanelProps } from '../panel.tsx'
import classes from '../panels.module.css'
import { describeClash } from './describe-clash.ts'
import type { Stored } from './use-stored.ts'

const nodeAt = /^graph\.nodes\.(\d+)/

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
        {(refusal.errors ?? []).slice(0, 100).map(({ path, message }) => {
          const node = graph.nodes[Number(nodeAt.exec(path)?.[1] ?? -1)]
          return (
            <li key={`${path} ${message}`}>
              <button
                type="button"
                className={classes.run}
                onClick={() => {
                  if (node !== undefined) onNode(node.id)
                  stored.closeRefusal()
                }}
              >
                <span className="grow">
                  {node !== undefined && <strong dir="auto">{node.name} </strong>}
                  {message.replace(/^\w+: /, '')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
