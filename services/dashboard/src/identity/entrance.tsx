import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '../ui/mark.tsx'
import classes from './entrance.module.css'

const Column = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>
    <main className={classes.column}>{children}</main>
  </div>
)

/** The frame of the pages before the application: one calm column. */
export const Entrance = () => (
  <Column>
    <Mark size={36} />
    <Outlet />
  </Column>
)

/** The same frame for the customers of an organisation, whose own mark stands there. */
export const Counter = () => (
  <Column>
    <Outlet />
  </Column>
)
