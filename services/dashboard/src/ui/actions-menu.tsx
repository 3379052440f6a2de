import { type ActionIconProps, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyIcon } from './busy-button.tsx'

interface ActionsMenuProps extends Pick<ActionIconProps, 'variant' | 'size' | 'loading'> {
  readonly label: string
  readonly width?: number | 'max-content'
  readonly children: ReactNode
}

/** The three-dots menu of a row or a record. `children` are its items. */
export const ActionsMenu = ({ label, width = 200, children, ...button }: ActionsMenuProps) => (
  <Menu position="bottom-end" width={width}>
    <Menu.Target>
      <BusyIcon {...button} aria-label={label}>
        <IconDots size={16} aria-hidden />
      </BusyIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
