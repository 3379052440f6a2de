import type { WorkflowNode } from '@atrium/contracts'
import { listOutputs } from '@atrium/workflow-rules'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { closesCircle, connect, type Edit } from '../graph/edits.ts'
import { outputWords } from '../graph/field-words.ts'
import type { PanelProps } from './panel.tsx'

interface ConnectDialogProps extends Pick<PanelProps, 'graph' | 'palette'> {
  readonly source: WorkflowNode
  readonly onClose: () => void
  readonly onEdit: (edit: Edit) => void
}

/** Draws an edge without a pointer: from a node's output to another node. */
export function ConnectDialog({ graph, palette, source, onEdit, onClose }: ConnectDialogProps) {
  const descriptor = palette.get(source.type)
  const outputs = descriptor === undefined ? ['main'] : listOutputs(descriptor, source.params)
  const [output, setOutput] = useState(outputs[0] ?? 'main')
  const [target, setTarget] = useState<string | null>(null)
  const targets = graph.nodes.filter(
    ({ id, type }) =>
      id !== source.id &&
      palette.get(type)?.category !== 'trigger' &&
      !closesCircle(graph, source.id, id),
  )
  return (
    <DialogForm
      title={`Connect ${source.name}`}
      size="sm"
      action="Connect"
      disabled={target === null}
      error={null}
      pending={false}
      onClose={onClose}
      onSubmit={() => {
        if (target === null) return
        onEdit(connect({ from: { node: source.id, output }, to: { node: target, input: 'main' } }))
        onClose()
      }}
    >
      {outputs.length > 1 && (
        <Select
          label="From its output"
          data={[...new Set(outputs)].map((each) => ({
            value: each,
            label: outputWords(each, descriptor?.outputs),
          }))}
          value={output}
          allowDeselect={false}
          onChange={(value) => setOutput(value ?? output)}
        />
      )}
      <Select
        label="To the step"
        data-autofocus
        searchable
        nothingFoundMessage="No other step can follow"
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        value={target}
        onChange={setTarget}
      />
    </DialogForm>
  )
}
