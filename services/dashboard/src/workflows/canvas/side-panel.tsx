import { ActionIcon, Group, Tabs, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconHourglass,
  IconLifebuoy,
  IconListCheck,
  IconVersions,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type CanvasPanel, canvasPanels } from '../workflows-search.ts'
import classes from './panels.module.css'

const tabs: Readonly<Record<CanvasPanel, { readonly label: string; readonly icon?: Icon }>> = {
  settings: { label: 'Settings' },
  try: { label: 'Try' },
  runs: { label: 'Runs' },
  versions: { label: 'Versions', icon: IconVersions },
  failure: { label: 'If it fails', icon: IconLifebuoy },
  waiting: { label: 'Waiting items', icon: IconHourglass },
  steps: { label: 'First steps', icon: IconListCheck },
}

interface SidePanelProps {
  readonly open: CanvasPanel
  /** True if a step has refused items. The tab is also shown while it is open. */
  readonly hasWaiting: boolean
  readonly onPanel: (panel: CanvasPanel) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The only panel next to the canvas. Its tabs say what it shows. */
export const SidePanel = ({ open, hasWaiting, onPanel, onClose, children }: SidePanelProps) => (
  <Tabs
    className={`fill ${classes.side}`}
    value={open}
    keepMounted={false}
    onChange={(value) => onPanel(value as CanvasPanel)}
  >
    <Group
      className="firm"
      gap={4}
      p="4px 8px 0"
      wrap="nowrap"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Tabs.List className={`grow ${classes.tabList}`} aria-label="Panels">
        {canvasPanels
          .filter((panel) => panel !== 'waiting' || hasWaiting || open === 'waiting')
          .map((panel) => {
            const { label, icon: Glyph } = tabs[panel]
            return Glyph === undefined ? (
              <Tabs.Tab key={panel} value={panel} className={classes.tab ?? ''}>
                {label}
              </Tabs.Tab>
            ) : (
              <Tooltip key={panel} label={label}>
                <Tabs.Tab value={panel} className={classes.tab ?? ''} aria-label={label}>
                  <Glyph size={16} stroke={1.75} aria-hidden style={{ display: 'block' }} />
                </Tabs.Tab>
              </Tooltip>
            )
          })}
      </Tabs.List>
      <ActionIcon aria-label="Close the panel" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
    <Tabs.Panel value={open} className="fill">
      {children}
    </Tabs.Panel>
  </Tabs>
)
