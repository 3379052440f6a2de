import { Popover } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode } from 'react'

interface PanelProps {
  readonly target: ReactElement<{ onClick?: () => void }>
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  readonly children: ReactNode
}

/** A button with a panel of fields. */
export const Panel = ({ target, opened, onChange, children }: PanelProps) => (
  <Popover
    opened={opened}
    onChange={onChange}
    position="bottom-end"
    width={300}
    shadow="md"
    trapFocus
    returnFocus
  >
    <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
    <Popover.Dropdown className="fields">{children}</Popover.Dropdown>
  </Popover>
)
