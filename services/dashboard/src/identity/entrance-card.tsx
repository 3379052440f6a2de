import { Box } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/**
 * A page outside the session. `place` is the last part of the window title. `heading` replaces the
 * title on the page.
 */
export function EntranceCard({
  title,
  heading = title,
  place = 'Atrium',
  lead,
  children,
  foot,
}: {
  title: string
  heading?: ReactNode
  place?: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${place}`
  }, [title, place])
  return (
    <>
      <Box className="bold" component="h1" m="20px 0 4px" fz={22} lts="-0.01em">
        {heading}
      </Box>
      <Box className="muted" component="p" m="0 0 24px">
        {lead}
      </Box>
      <Box className="raised" p={24} style={{ boxShadow: 'var(--mantine-shadow-sm)' }}>
        {children}
      </Box>
      {foot !== undefined && (
        <Box className="muted" component="p" m="20px 0 0" ta="center">
          {foot}
        </Box>
      )}
    </>
  )
}
