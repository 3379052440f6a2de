import { Menu, type MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { LateMenuProps } from './late-menu.tsx'

type LateDropdownProps = LateMenuProps &
  Required<Pick<MenuProps, 'width' | 'position'>> & {
    className?: string | undefined
    children: ReactNode
  }

/** The menu of a `LateMenu`. `children` are its items. */
export const LateDropdown = ({ target, className, children, ...menu }: LateDropdownProps) => (
  <Menu {...menu}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown className={className ?? ''}>{children}</Menu.Dropdown>
  </Menu>
)
