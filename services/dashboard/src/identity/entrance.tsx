import { Outlet } from '@tanstack/react-router'
import { Mark } from '../ui/mark.tsx'
import classes from './entrance.module.css'

/** The frame of the pages before the application: one calm column. */
export const Entrance = () => (
  <div className={classes.page}>
    <main className={classes.column}>
      <Mark size={36} />
      <Outlet />
    </main>
  </div>
)
