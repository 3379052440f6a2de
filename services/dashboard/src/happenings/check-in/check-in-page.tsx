import { Box, Button, Group } from '@mantine/core'
import { IconCamera, IconCameraOff, IconChevronLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { usePlace } from '../../ui/records/record-list.tsx'
import { admittedQuery, happeningQuery } from '../happening-queries.ts'
import { Camera } from './camera.tsx'
import classes from './check-in.module.css'
import { checkIn } from './check-in.ts'
import { TypedCode } from './typed-code.tsx'
import { VerdictCard } from './verdict-card.tsx'

/** Checks tickets in at the entrance: the user scans or types a code and gets a large result. */
export function CheckInPage({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(happeningQuery(id))
  const place = usePlace(query, 200)
  const admitted = useQuery(admittedQuery(id)).data
  const [scans, setScans] = useState(false)
  const check = useMutation({
    mutationFn: (code: string) => checkIn(id, code),
    onSuccess: ({ kind }) => {
      // The vibration tells the result without a look at the screen. Safari does not support it.
      if ('vibrate' in navigator) navigator.vibrate(kind === 'admitted' ? 80 : [80, 60, 80, 60, 80])
      return queryClient.invalidateQueries({ queryKey: ['happenings'] })
    },
  })
  const sold = query.data?.ticketTypes.reduce((sum, type) => sum + type.sold, 0)
  return (
    <>
      <PageHeader title="Check-in" />
      <Box className={`fields ${classes.page}`} w="100%" maw={560} m="0 auto">
        <Link to="/events/{-$id}" params={{ id }} className="back">
          <IconChevronLeft size={16} aria-hidden />
          Event
        </Link>
        {place}
        {query.data !== undefined && (
          <>
            <Group gap="2px 12px" align="baseline" justify="space-between">
              <h2 className="title" style={{ fontSize: 18 }} dir="auto">
                {query.data.title}
              </h2>
              <span className="muted figures">
                {admitted === undefined ? '' : `${admitted} of ${sold} admitted`}
              </span>
            </Group>
            <VerdictCard
              pending={check.isPending}
              verdict={
                check.isError
                  ? { kind: 'failed', reason: 'Something in this page went wrong' }
                  : check.data
              }
            />
            {scans && <Camera onCode={(code) => check.mutate(code)} />}
            <Button
              variant={scans ? 'default' : 'filled'}
              size="lg"
              leftSection={
                scans ? (
                  <IconCameraOff size={20} aria-hidden />
                ) : (
                  <IconCamera size={20} aria-hidden />
                )
              }
              onClick={() => setScans(!scans)}
            >
              {scans ? 'Stop the camera' : 'Scan with the camera'}
            </Button>
            <TypedCode pending={check.isPending} onCode={(code) => check.mutate(code)} />
          </>
        )}
      </Box>
    </>
  )
}
