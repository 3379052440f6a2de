import { Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '../ui/mark.tsx'
import classes from './entrance.module.css'

const Column = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>
    <Box component="main" w="100%" maw={360}>
      {children}
    </Box>
  </div>
)

export const Entrance = () => (
  <Column>
    <Mark size={36} />
    <Outlet />
  </Column>
)

/** The frame for an organisation's customers. It shows the organisation's own logo. */
export const Counter = () => (
  <Column>
    <Outlet />
  </Column>
)
