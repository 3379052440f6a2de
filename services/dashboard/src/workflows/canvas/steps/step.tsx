import type { NodeRun } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconHandStop,
  IconLoader,
  IconPinFilled,
  IconPuzzleOff,
} from '@tabler/icons-react'
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react'
import { memo, useEffect, useRef } from 'react'
import { categories } from '../../category.ts'
import { localMessage, nodeWords, skipWords } from '../../run-words.ts'
import type { StepNode } from './flow.ts'
import { nodeLine } from './node-line.ts'
import classes from './step.module.css'

const runIcons: Readonly<Record<NodeRun['status'], Icon>> = {
  running: IconLoader,
  completed: IconCircleCheckFilled,
  failed: IconAlertTriangle,
  halted: IconHandStop,
  skipped: IconCircleDashed,
}

function runLine({ status, skipReason, itemsIn, itemsOut, message }: NodeRun): string {
  if (status === 'skipped' && skipReason !== null) return skipWords[skipReason]
  if (status === 'running') return message === null ? 'Running …' : localMessage(message)
  if (status === 'completed')
    return itemsIn === 0 ? `${itemsOut} out` : `${itemsIn} in, ${itemsOut} out`
  return message === null ? nodeWords[status] : localMessage(message)
}

export const Step = memo(({ id, data, selected }: NodeProps<StepNode>) => {
  const { node, descriptor, run, problem, waits, isPinned, change } = data
  const inputs = JSON.parse(data.inputs) as string[]
  const outputs = JSON.parse(data.outputs) as string[]
  const refresh = useUpdateNodeInternals()
  const handles = data.outputs + data.inputs
  const measured = useRef(handles)
  // If the handles change, their positions change too. A new node is measured by the size observer
  // together with all others. If it measured itself, it would do so earlier, and the first view
  // would fit this node only.
  useEffect(() => {
    if (measured.current === handles) return
    measured.current = handles
    refresh(id)
  }, [id, refresh, handles])
  const category = descriptor && categories[descriptor.category]
  const Glyph = category?.icon ?? IconPuzzleOff
  const RunGlyph = run === undefined ? undefined : runIcons[run.status]
  return (
    <div
      className={classes.step}
      data-selected={selected}
      data-run={run?.status}
      data-waits={waits}
      data-change={change}
      data-problem={problem !== undefined && run === undefined}
    >
      {descriptor?.category !== 'trigger' &&
        inputs.map((input) => (
          <Handle
            key={input}
            id={input}
            type="target"
            position={Position.Left}
            className={classes.input}
          />
        ))}
      <span className={`middled ${classes.icon}`} style={{ color: category?.tone }}>
        <Glyph size={18} stroke={1.75} aria-hidden />
      </span>
      <span className="words">
        <span className="clipped bold" dir="auto" title={node.name}>
          {node.name}
        </span>
        <span
          className={`fine clipped ${classes.line}`}
          title={run?.message == null ? problem : localMessage(run.message)}
          dir="auto"
        >
          {run !== undefined ? runLine(run) : (problem ?? nodeLine(node, descriptor))}
        </span>
      </span>
      {isPinned && <IconPinFilled size={14} className="glyph" aria-label="Its output is pinned" />}
      {RunGlyph !== undefined && run !== undefined && (
        <RunGlyph size={16} className={classes.mark} aria-label={nodeWords[run.status]} />
      )}
      {run === undefined && problem !== undefined && (
        <IconAlertTriangle size={16} className={classes.mark} aria-label="Something is missing" />
      )}
      {outputs.length === 1 ? (
        <Handle
          id={outputs[0] ?? 'main'}
          type="source"
          position={Position.Right}
          className={classes.output}
        />
      ) : (
        <ul
          className="plain-list"
          style={{ flexBasis: '100%', margin: '8px -12px 0 0' }}
          aria-hidden
        >
          {outputs.map((output) => (
            <li key={output} className={`fine ${classes.row}`}>
              {output}
              <Handle
                id={output}
                type="source"
                position={Position.Right}
                className={classes.output}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
