import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './settings.module.css'
import { useRole } from './use-role.ts'

/** A line above what a plain member reads but does not change. */
export function OnlyAdmins({ children }: { children: ReactNode }) {
  const { isAdmin } = useRole()
  if (isAdmin) return null
  return (
    <p className={classes.note}>
      <IconLock size={16} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
