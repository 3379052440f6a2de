import type { TriedRun, WorkflowGraph } from '@atrium/contracts'
import { late } from '../../platform/load-page.ts'
import type { Palette } from '../graph/graph.ts'
import type { Problems } from '../graph/problems.ts'
import type { CanvasSearch } from '../workflows-search.ts'

const FirstSteps = late(async () => (await import('../templates/first-steps.tsx')).FirstSteps)
const TryPanel = late(async () => (await import('../tries/try-panel.tsx')).TryPanel)
const VersionsPanel = late(async () => (await import('../versions/versions-panel.tsx')).VersionsPanel)
const RunHistory = late(async () => (await import('../runs/run-history.tsx')).RunHistory)

/** The list beside the canvas that the address names. */
export function SidePanel({
  panel,
  id,
  graph,
  palette,
  problems,
  chosen,
  run,
  tried,
  onRun,
  onTried,
  onNode,
  onRestored,
  onPanel,
}: {
  panel: CanvasSearch['panel']
  id: string
  graph: WorkflowGraph
  palette: Palette
  problems: Problems['all']
  /** The one node that is chosen. */
  chosen: string | undefined
  /** The run above the graph. */
  run: string | undefined
  tried: TriedRun | undefined
  onRun: (run: string) => void
  onTried: (run: TriedRun) => void
  onNode: (id: string) => void
  /** After the graph of a version was saved again. */
  onRestored: () => void
  /** Shows another list, or none. */
  onPanel: (panel: CanvasSearch['panel']) => void
}) {
  const onClose = () => onPanel(undefined)
  switch (panel) {
    case 'steps':
      return <FirstSteps {...{ graph, palette, problems, onNode, onClose }} onTry={() => onPanel('try')} />
    case 'versions':
      return <VersionsPanel {...{ id, graph, palette, onRestored, onClose }} />
    case 'try':
      return <TryPanel {...{ id, graph, palette, chosen, tried, onTried, onNode, onClose }} />
    case 'runs':
      return <RunHistory {...{ id, onRun, onClose }} shown={run} />
    default:
      return null
  }
}
