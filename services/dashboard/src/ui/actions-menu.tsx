import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface ActionsMenuProps {
  readonly label: string
  readonly width?: number
  readonly children: ReactNode
}

/** The menu of a row behind a button with three dots; `children` are its items. */
export const ActionsMenu = ({ label, width = 200, children }: ActionsMenuProps) => (
  <Menu position="bottom-end" width={width}>
    <Menu.Target>
      <ActionIcon aria-label={label}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
