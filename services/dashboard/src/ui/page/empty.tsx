import { Box, Button } from '@mantine/core'
import { type Icon, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

interface EmptyProps {
  readonly icon: Icon
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly level?: 'h1' | 'h2'
}

export const Empty = ({
  icon: Glyph,
  title,
  children,
  action,
  level: Heading = 'h2',
}: EmptyProps) => (
  <div className={`column ${classes.state}`}>
    <Glyph size={28} stroke={1.5} className={`muted ${classes.icon}`} aria-hidden />
    <Heading className="title" style={{ fontSize: 16 }}>
      {title}
    </Heading>
    <Box className="muted" component="p" m="4px 0 0">
      {children}
    </Box>
    {action !== undefined && <div style={{ marginTop: 16 }}>{action}</div>}
  </div>
)

interface NoMatchProps {
  readonly icon?: Icon
  readonly title: string
  readonly action?: string
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Shown if no record matches the filters. */
export const NoMatch = ({
  icon = IconFilterOff,
  title,
  action = 'Clear the filters',
  onClear,
  children,
}: NoMatchProps) => (
  <Empty
    icon={icon}
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {action}
      </Button>
    }
  >
    {children}
  </Empty>
)
