import { Button, Center, Group } from '@mantine/core'
import type { Palette } from '../graph/graph.ts'
import classes from './editor.module.css'

interface EmptyCanvasProps {
  readonly palette: Palette
  readonly isLocked: boolean
  readonly onDraw: (type: string) => void
  readonly onMore: () => void
}

export function EmptyCanvas({ palette, isLocked, onDraw, onMore }: EmptyCanvasProps) {
  if (isLocked)
    return (
      <Center pos="absolute" inset={0} className="quiet" style={{ pointerEvents: 'none' }}>
        This workflow has no steps yet.
      </Center>
    )
  return (
    <Center pos="absolute" inset={0} style={{ zIndex: 5, pointerEvents: 'none' }}>
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
    </Center>
  )
}
