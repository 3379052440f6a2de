import { Button } from '@mantine/core'
import { When } from '../../ui/when.tsx'
import classes from './notice.module.css'

export const Restored = ({ at, onStartAfresh }: { at: Date; onStartAfresh: () => void }) => (
  <div className={`sunken ${classes.notice}`} data-tone="quiet" role="status">
    <p>
      Not sent yet, kept in this browser: <When at={at.toISOString()} />.
    </p>
    <Button size="compact-sm" variant="default" onClick={onStartAfresh}>
      Start a new post
    </Button>
  </div>
)
