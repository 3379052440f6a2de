import type { TriedRun, WorkflowGraph } from '@atrium/contracts'
import { Box, VisuallyHidden } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { Palette } from '../graph/graph.ts'
import type { Problems } from '../graph/problems.ts'
import type { CanvasPanel } from '../workflows-search.ts'
import classes from './panels.module.css'

export interface PanelProps {
  readonly id: string
  readonly graph: WorkflowGraph
  readonly palette: Palette
  readonly problems: Problems['all']
  readonly chosen: string | undefined
  readonly run: string | undefined
  readonly tried: TriedRun | undefined
  readonly onRun: (run: string) => void
  readonly onTried: (run: TriedRun) => void
  readonly onNode: (id: string) => void
  /** Called after a version's graph was saved again. */
  readonly onRestored: () => void
  readonly onPanel: (panel: CanvasPanel) => void
}

/** The content of one tab next to the canvas. */
export const Panel = ({
  title,
  isTitled = false,
  children,
  ...section
}: ComponentProps<'section'> & {
  title: string
  /** True if the title says more than the tab, so that it is also visible. */
  isTitled?: boolean
}) => (
  <section className={`fill ${classes.panel}`} aria-label={title} {...section}>
    {isTitled ? (
      <Box component="h2" className="title clipped firm" m="12px 16px 4px">
        {title}
      </Box>
    ) : (
      <VisuallyHidden component="h2">{title}</VisuallyHidden>
    )}
    {children}
  </section>
)

export const PanelBody = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard while nothing is edited
  <div className={`fill ${classes.body}`} tabIndex={0}>
    {children}
  </div>
)
