import { Button, Group, Modal } from '@mantine/core'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { FormAlert } from '../../../ui/feedback/form-alert.tsx'
import type { PanelProps } from '../panel.tsx'
import classes from '../panels.module.css'
import type { Stored } from './use-stored.ts'

const nodeAt = /^graph\.nodes\.(\d+)/

interface SaveProblemsProps extends Pick<PanelProps, 'graph' | 'onNode'> {
  readonly stored: Stored
  readonly onCompare: () => void
}

export function SaveProblems({ stored, graph, onNode, onCompare }: SaveProblemsProps) {
  const { refusal, conflict } = stored
  if (conflict) {
    return (
      <Modal
        opened
        onClose={stored.closeConflict}
        title="This workflow was saved elsewhere"
        size="md"
      >
        <p className="quiet">
          This workflow was saved elsewhere while you were editing. “Save mine” replaces that
          version and keeps it under Versions. “Show theirs” sets your changes aside. Use Undo to
          get them back.
        </p>
        <Group justify="flex-end" gap={8} mt="md">
          <Button variant="subtle" color="gray" onClick={onCompare}>
            See what differs
          </Button>
          <Button variant="default" onClick={() => void stored.takeTheirs()}>
            Show theirs
          </Button>
          <BusyButton loading={stored.isStoring} onClick={() => void stored.store({}, true)}>
            Save mine
          </BusyButton>
        </Group>
      </Modal>
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
