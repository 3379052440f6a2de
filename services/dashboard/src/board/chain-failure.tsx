import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './board.module.css'
import type { FailedChain } from './chain-runs.ts'

export const ChainFailure = ({ words, error, fix }: FailedChain) => (
  <div className={`sunken line ${classes.chain}`} role="status" data-failed>
    <IconAlertTriangle size={16} aria-hidden />
    <span className={classes.chainText}>
      <strong>{words}</strong>
      {error !== null && <span>{error}</span>}
    </span>
    {fix !== null && (
      <Button component={Link} to={fix.href} size="compact-sm" variant="default">
        {fix.label}
      </Button>
    )}
  </div>
)
