import { createExport, getExport } from '@atrium/contracts'
import { Anchor } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { Row, Section } from '../section.tsx'
import { useRole } from '../use-role.ts'

const askEveryMs = 2_000

const hints = {
  running: 'Your archive is being made. This can take several minutes.',
  ready: 'Your archive is ready. You can download it for seven days.',
  failed: 'The archive could not be made. Try again.',
} as const

/** Lets an owner download everything that belongs to the organisation. */
export function ExportData() {
  const { org, isOwner } = useRole()
  const [id, setId] = useState<string>()
  const start = useMutation({
    mutationFn: () => atrium.call(createExport, {}),
    onSuccess: ({ id: started }) => setId(started),
    onError: toastRefusal(),
  })
  const { data } = useQuery({
    queryKey: ['export', org.id, id],
    queryFn: () => atrium.call(getExport, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? askEveryMs : false),
  })
  if (!isOwner) return null
  const status = id === undefined ? undefined : (data?.status ?? 'running')
  return (
    <Section title="Your data">
      <Row
        label="Export all data"
        hint={
          <span role="status">
            {status === undefined
              ? 'One archive with your records, files, and the PDFs of issued invoices. It can take several minutes.'
              : hints[status]}
          </span>
        }
      >
        {data?.url === undefined ? (
          <BusyButton
            variant="default"
            loading={start.isPending || status === 'running'}
            onClick={() => start.mutate()}
          >
            Export
          </BusyButton>
        ) : (
          <Anchor href={data.url} download>
            Download
          </Anchor>
        )}
      </Row>
    </Section>
  )
}
