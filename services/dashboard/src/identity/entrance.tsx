import { Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Mark } from '../ui/mark.tsx'
import classes from './entrance.module.css'

export const Entrance = () => (
  <div className={classes.page}>
    <Box component="main" w="100%" maw={360}>
      <Mark size={36} />
      <Outlet />
    </Box>
  </div>
)
