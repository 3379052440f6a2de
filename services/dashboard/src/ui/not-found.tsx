import { Button } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Empty } from './empty.tsx'

/** An address that leads nowhere. */
export const NotFound = () => (
  <Empty
    icon={IconCompass}
    title="There is no page here"
    action={
      <Button component={Link} to="/" variant="default">
        Go home
      </Button>
    }
  >
    The address may be mistyped, or the thing it led to is gone.
  </Empty>
)
