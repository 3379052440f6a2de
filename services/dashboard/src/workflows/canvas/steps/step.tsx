import type { NodeRun } from '@atrium/contracts'
import { Box } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconHandStop,
  IconLoader,
  IconPinFilled,
  IconPlus,
  IconPuzzleOff,
} from '@tabler/icons-react'
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react'
import { memo, use, useEffect, useRef } from 'react'
import { categories } from '../../category.ts'
import { outputWords } from '../../graph/field-words.ts'
import { nodeWords } from '../../run-words.ts'
import type { StepNode } from './flow.ts'
import { EditContext } from './link.tsx'
import classes from './step.module.css'

const runIcons: Readonly<Record<NodeRun['status'], Icon>> = {
  running: IconLoader,
  completed: IconCircleCheckFilled,
  failed: IconAlertTriangle,
  halted: IconHandStop,
  skipped: IconCircleDashed,
}

export const Step = memo(({ id, data, selected }: NodeProps<StepNode>) => {
  const { node, descriptor, line, run, problem, waits, isPinned, change } = data
  const inputs = JSON.parse(data.inputs) as string[]
  const outputs = JSON.parse(data.outputs) as string[]
  const extend = use(EditContext)?.extend
  const open = extend === undefined || run !== undefined ? [] : (JSON.parse(data.open) as string[])
  const drawExtend = (output: string) =>
    open.includes(output) && (
      <button
        type="button"
        className={`middled nodrag nopan ${classes.extend}`}
        aria-label={
          outputs.length === 1
            ? `Add a step after ${node.name}`
            : `Add a step after ${node.name}: ${outputWords(output, descriptor?.outputs)}`
        }
        tabIndex={selected ? 0 : -1}
        onClick={() => extend?.(id, output)}
      >
        <IconPlus size={14} aria-hidden />
      </button>
    )
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
          title={run === undefined ? problem : line}
          dir="auto"
        >
          {run === undefined ? (problem ?? line) : line}
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
        <>
          <Handle
            id={outputs[0] ?? 'main'}
            type="source"
            position={Position.Right}
            className={classes.output}
          />
          {drawExtend(outputs[0] ?? 'main')}
        </>
      ) : (
        <ul className="plain-list" style={{ flexBasis: '100%', margin: '8px -12px 0 0' }}>
          {outputs.map((output) => (
            <Box
              key={output}
              className="fine"
              component="li"
              pos="relative"
              pr={14}
              lh="28px"
              ta="right"
              style={{ overflow: 'visible' }}
            >
              {outputWords(output, descriptor?.outputs)}
              <Handle
                id={output}
                type="source"
                position={Position.Right}
                className={classes.output}
              />
              {drawExtend(output)}
            </Box>
          ))}
        </ul>
      )}
    </div>
  )
})
