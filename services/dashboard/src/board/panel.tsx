import { Popover } from '@mantine/core'
import { cloneElement, type ReactNode } from 'react'
import type { LateMenuProps } from '../ui/late-menu.tsx'

export const Panel = ({
  target,
  opened,
  onChange,
  children,
}: LateMenuProps & { children: ReactNode }) => (
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
