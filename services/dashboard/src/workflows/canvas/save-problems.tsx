import type { WorkflowGraph } from '@atrium/contracts'
import { Button, Group, Modal } from '@mantine/core'
import { FormAlert } from '../../ui/form-alert.tsx'
import classes from './panels.module.css'
import type { Stored } from './use-stored.ts'

const nodeAt = /^graph\.nodes\.(\d+)/

/** A refused activation with its reasons, and the choice after somebody else has saved. */
export function SaveProblems({
  stored,
  graph,
  onNode,
}: {
  stored: Stored
  graph: WorkflowGraph
  onNode: (id: string) => void
}) {
  const { refusal, conflict } = stored
  if (conflict) {
    return (
      <Modal opened onClose={() => void stored.takeTheirs()} title="Somebody else has saved" size="sm">
        <p className={classes.quiet}>
          The workflow has another version since you began. Your changes can take its place, or go.
        </p>
        <Group justify="flex-end" gap={8} mt="md">
          <Button variant="default" onClick={() => void stored.takeTheirs()}>
            Take theirs
          </Button>
          <Button onClick={() => void stored.store({}, true)}>Save mine</Button>
        </Group>
      </Modal>
    )
  }
  if (refusal === undefined) return null
  return (
    <Modal opened onClose={stored.closeRefusal} title="Not activated yet" size="md">
      <FormAlert error={refusal} />
      <ul className={classes.runs}>
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
                <span className={classes.grow}>
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
