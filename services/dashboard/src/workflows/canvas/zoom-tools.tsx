import { ActionIcon, Tooltip } from '@mantine/core'
import { type Icon, IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { Panel, useReactFlow } from '@xyflow/react'
import { memo } from 'react'
import classes from './canvas.module.css'

/** Shows the whole graph with a margin, never larger than its natural size. */
export const fitOptions = { maxZoom: 1, padding: 0.2 }

const duration = 150

export const ZoomTools = memo(() => {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <Panel position="bottom-left" className={classes.zoom ?? ''}>
      <Tool
        label="Show all"
        icon={IconMaximize}
        onClick={() => void fitView({ ...fitOptions, duration })}
      />
      <Tool label="Zoom out" icon={IconZoomOut} onClick={() => void zoomOut({ duration })} />
      <Tool label="Zoom in" icon={IconZoomIn} onClick={() => void zoomIn({ duration })} />
    </Panel>
  )
})

interface ToolProps {
  readonly label: string
  readonly keys?: string
  readonly icon: Icon
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** A canvas button with its name and key on hover. */
export const Tool = ({ label, keys, icon: Glyph, disabled = false, onClick }: ToolProps) => (
  <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
    <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
      <Glyph size={keys === undefined ? 16 : 18} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
)
