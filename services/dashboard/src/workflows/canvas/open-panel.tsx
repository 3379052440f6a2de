import type { NodeRun, WorkflowNode } from '@atrium/contracts'
import type { Edit } from '../graph/edits.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { RunHistory } from '../runs/run-history.tsx'
import { FirstSteps } from '../templates/first-steps.tsx'
import { TryPanel } from '../tries/try-panel.tsx'
import { VersionsPanel } from '../versions/versions-panel.tsx'
import { WaitingPanel } from '../waiting/waiting-panel.tsx'
import type { CanvasPanel } from '../workflows-search.ts'
import { FailurePanel } from './failure-panel.tsx'
import { Panel, type PanelProps } from './panel.tsx'
import classes from './panels.module.css'

const contents = {
  steps: FirstSteps,
  versions: VersionsPanel,
  try: TryPanel,
  runs: RunHistory,
  failure: FailurePanel,
  waiting: WaitingPanel,
}

interface OpenPanelProps extends PanelProps {
  readonly open: CanvasPanel
  /** The selected step with what its settings show. */
  readonly inspected:
    | {
        readonly node: WorkflowNode
        readonly fields: ReadonlyMap<string, string> | undefined
        readonly run: NodeRun | undefined
        readonly isTry: boolean
        readonly runId: string | undefined
        readonly isPinned: boolean
      }
    | undefined
  readonly isLocked: boolean
  readonly onEdit: (edit: Edit, kind?: string) => void
  readonly onConnect: () => void
}

/** The content of the open tab next to the canvas. */
export function OpenPanel({ open, inspected, ...props }: OpenPanelProps) {
  if (open !== 'settings') {
    const Content = contents[open]
    return <Content {...props} />
  }
  if (inspected === undefined) {
    return (
      <Panel title="Settings">
        <p className={`quiet ${classes.hint}`}>Choose a step on the canvas to see its settings.</p>
      </Panel>
    )
  }
  return <Inspector key={inspected.node.id} {...props} {...inspected} />
}
