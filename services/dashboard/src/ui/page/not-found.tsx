import { Button } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Empty } from './empty.tsx'
import classes from './states.module.css'

export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Not found · Atrium'
  }, [])
  return (
    <main className={classes.alone}>
      <NotFound level="h1" />
    </main>
  )
}

export const NotFound = ({ level = 'h2' }: { level?: 'h1' | 'h2' }) => (
  <Empty
    icon={IconCompass}
    level={level}
    title="Page not found"
    action={
      <Button component={Link} to="/" variant="default">
        Go home
      </Button>
    }
  >
    The address may be wrong, or the page was deleted.
  </Empty>
)
