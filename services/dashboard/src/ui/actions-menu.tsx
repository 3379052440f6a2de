import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The menu of a row behind a button with three dots; `children` are its items. */
export const ActionsMenu = ({
  label,
  width = 200,
  children,
}: {
  label: string
  width?: number
  children: ReactNode
}) => (
  <Menu position="bottom-end" width={width}>
    <Menu.Target>
      <ActionIcon aria-label={label}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
