import type { TriedRun, WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Palette } from '../graph/graph.ts'
import type { Problems } from '../graph/problems.ts'
import type { CanvasSearch } from '../workflows-search.ts'
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
  readonly onPanel: (panel: CanvasSearch['panel']) => void
  readonly onClose: () => void
}

/** A panel next to the canvas, with a title and a close button. */
export const Panel = ({
  title,
  part = `the ${title.toLowerCase()}`,
  onClose,
  children,
  ...section
}: ComponentProps<'section'> & {
  title: string
  part?: string
  onClose: () => void
}) => (
  <section className={classes.inspector} aria-label={title} {...section}>
    <Group
      className="firm"
      justify="space-between"
      mih={44}
      p="4px 8px 4px 16px"
      wrap="nowrap"
      gap={8}
    >
      <h2 className="title clipped">{title}</h2>
      <ActionIcon aria-label={`Close ${part}`} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
    {children}
  </section>
)

export const PanelBody = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard while nothing is edited
  <div className={`fill ${classes.body}`} tabIndex={0}>
    {children}
  </div>
)
