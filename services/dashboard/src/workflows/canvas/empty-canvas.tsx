import { Box, Button, Group } from '@mantine/core'
import type { Palette } from '../graph/graph.ts'
import classes from './editor.module.css'

interface EmptyCanvasProps {
  readonly palette: Palette
  readonly onDraw: (type: string) => void
  readonly onMore: () => void
}

export const EmptyCanvas = ({ palette, onDraw, onMore }: EmptyCanvasProps) => (
  <Box
    pos="absolute"
    inset={0}
    display="grid"
    style={{ zIndex: 5, placeItems: 'center', pointerEvents: 'none' }}
  >
    <div className={`raised column ${classes.startCard}`}>
      <h2 style={{ margin: 0, fontSize: 16 }}>What starts it?</h2>
      <p className="muted flush">
        A workflow starts with a trigger. The next steps read, decide and act.
      </p>
      <Group gap={8} justify="center">
        {[...palette.values()]
          .filter(({ category }) => category === 'trigger')
          .map(({ type, label, description }) => (
            <Button key={type} variant="default" title={description} onClick={() => onDraw(type)}>
              {label}
            </Button>
          ))}
      </Group>
      <Button variant="subtle" onClick={onMore}>
        All steps
      </Button>
    </div>
  </Box>
)
