import { AtriumError } from '@atrium/sdk'
import { Box, Button, Code } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconCompass, IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { isPassing, pauseAfter } from '../../platform/connection/connection.ts'
import { isMissingModule, reloadWhenBack } from '../../platform/load-page.ts'
import { Empty } from '../page/empty.tsx'
import classes from '../page/states.module.css'

const isGone = (error: unknown) => error instanceof AtriumError && error.status === 404
const isAway = (error: unknown) => error instanceof AtriumError && error.status === 0

/** Returns the text for an error: the platform's detail, or a general sentence. */
export function toDetail(error: unknown): string {
  if (!(error instanceof AtriumError)) return 'Something in this page went wrong'
  if (error.code === 'internal') return 'Something went wrong on our side. Try again in a minute.'
  return error.message
}

function toHeading(error: unknown): string {
  if (isAway(error) || isMissingModule(error)) return 'Atrium cannot be reached'
  if (isGone(error)) return 'We could not find this'
  if (error instanceof AtriumError && error.status === 429) return 'Too many requests'
  if (error instanceof AtriumError && error.status === 503) return 'Atrium is not ready'
  if (error instanceof AtriumError && error.status >= 500) return 'Atrium has a problem'
  return 'That did not work'
}

const again = 'We try again every few seconds.'

function toText(error: unknown): string {
  if (isAway(error) || isMissingModule(error)) return again
  // The page tries again by itself.
  if (error instanceof AtriumError && error.code === 'internal')
    return 'Something went wrong on our side.'
  return isGone(error) ? 'It does not exist or was deleted.' : toDetail(error)
}

/**
 * Shows an error instead of a list or a page: what happened, a retry, and for the administrator
 * the error's code and request id.
 */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof AtriumError && error.status === 403)
    return <NotAllowed>{error.message}</NotAllowed>
  const Icon = isAway(error) ? IconCloudOff : isGone(error) ? IconCompass : IconAlertTriangle
  return (
    <div className={`column ${classes.state}`} role="alert">
      <Icon size={28} stroke={1.5} className={`muted ${classes.icon}`} aria-hidden />
      <h2 className="title" style={{ fontSize: 16 }}>
        {toHeading(error)}
      </h2>
      <Box className="muted" component="p" m="4px 0 0">
        {toText(error)}
        {isPassing(error) && !isAway(error) && <span style={{ display: 'block' }}>{again}</span>}
      </Box>
      {onRetry !== undefined && (
        <Button variant="default" mt="md" onClick={onRetry}>
          Try again
        </Button>
      )}
      {error instanceof AtriumError && error.requestId !== undefined && (
        <Box className="quiet" component="p" m="16px 0 0">
          Reference for your administrator: {/* `internal` says less than the heading. */}
          {error.code !== 'internal' && (
            <>
              <Code c="var(--quiet)" bg="var(--sunken)">
                {error.code}
              </Code>{' '}
            </>
          )}
          <Code c="var(--quiet)" bg="var(--sunken)">
            {error.requestId}
          </Code>
        </Box>
      )}
    </div>
  )
}

/** Shown if the user's role does not allow a page. The text says which role does. */
export const NotAllowed = ({ children }: { children: ReactNode }) => (
  <Empty icon={IconLock} title="You do not have access">
    {children}
  </Empty>
)

/** Shows a route's error. Retries the loader until the platform is back. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => {
    if (isMissingModule(error)) return reloadWhenBack()
    if (!isPassing(error)) return undefined
    const timer = setTimeout(() => void router.invalidate(), pauseAfter(error))
    return () => clearTimeout(timer)
  }, [error, router])
  return <Problem error={error} onRetry={() => void router.invalidate()} />
}
