import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { parseHref } from '../text/parse-href.ts'
import { keepsDialog, Step } from './keeps-dialog.tsx'
import type { Outcome } from './to-outcome.ts'

interface FailureProps {
  readonly outcome: Extract<Outcome, { kind: 'failed' }>
  readonly onAgain: () => void
  readonly onClose: () => void
}

export function Failure({ outcome: { message, fix, cost }, onAgain, onClose }: FailureProps) {
  const place = fix === null ? undefined : parseHref(fix.href)
  return (
    <>
      <p className="line flush bad" style={{ alignItems: 'flex-start' }} role="alert">
        <IconAlertTriangle size={16} className="firm" style={{ marginTop: 2 }} aria-hidden />
        <span>{message}</span>
      </p>
      {cost !== null && <p className="fine figures">{cost}</p>}
      <div className="wrapped">
        {fix !== null && place !== undefined && (
          <Button
            size="compact-md"
            renderRoot={(props) => <Link {...props} {...place} {...keepsDialog} />}
          >
            {fix.label}
          </Button>
        )}
        <Step onClick={onAgain}>Try again</Step>
        <Step onClick={onClose}>Close</Step>
      </div>
    </>
  )
}
