import { ActionIcon, Tooltip } from '@mantine/core'
import { type Icon, IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { Panel, useReactFlow } from '@xyflow/react'
import { memo } from 'react'
import classes from './canvas.module.css'

/** How the whole graph is shown: with a margin, and no larger than it is drawn. */
export const fitOptions = { maxZoom: 1, padding: 0.2 }

const duration = 150

/** Buttons that zoom the canvas, and show the whole graph. */
export const ZoomTools = memo(() => {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <Panel position="bottom-left" className={classes.zoom ?? ''}>
      <Zoom label="Show all" icon={IconMaximize} onClick={() => void fitView({ ...fitOptions, duration })} />
      <Zoom label="Zoom out" icon={IconZoomOut} onClick={() => void zoomOut({ duration })} />
      <Zoom label="Zoom in" icon={IconZoomIn} onClick={() => void zoomIn({ duration })} />
    </Panel>
  )
})

const Zoom = ({ label, icon: Glyph, onClick }: { label: string; icon: Icon; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      <Glyph size={16} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
)
