import { createExport, type Export, listExports } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { bytesLabel } from '../../ui/text/bytes.ts'
import { When } from '../../ui/when.tsx'
import { Row, Section, WaitingRows } from '../section.tsx'
import { useRole } from '../use-role.ts'

const askEveryMs = 2_000

const exportsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['exports', orgId],
    queryFn: async () => (await atrium.call(listExports, {})).items,
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'running' ? askEveryMs : false),
  })

/** Lets an owner download everything that belongs to the organisation. */
export function ExportData() {
  const { isOwner } = useRole()
  return (
    <Section
      title="Your data"
      lead="One archive with your records, files, and the PDFs of issued invoices and credit notes."
    >
      {isOwner ? <Archives /> : <Row hint="Only an owner exports all data." />}
    </Section>
  )
}

function Archives() {
  const { org } = useRole()
  const queryClient = useQueryClient()
  const query = useQuery(exportsQuery(org.id))
  const start = useMutation({
    mutationFn: () => atrium.call(createExport, {}),
    onSuccess: () => queryClient.invalidateQueries(exportsQuery(org.id)),
    onError: toastRefusal(),
  })
  if (query.data === undefined) return <WaitingRows query={query} />
  const [newest] = query.data
  const archive = query.data.find(({ status }) => status === 'ready')
  const isRunning = newest?.status === 'running'
  return (
    <>
      <Row label="Export all data" hint={<span role="status">{describeNewest(newest)}</span>}>
        <BusyButton
          variant="default"
          loading={start.isPending || isRunning}
          onClick={() => start.mutate()}
        >
          {newest?.status === 'failed' ? 'Try again' : 'Export'}
        </BusyButton>
      </Row>
      {archive?.url !== undefined && archive.expiresAt !== undefined && (
        <Row
          label={
            <>
              Archive from <When at={archive.createdAt} />
            </>
          }
          hint={
            <>
              {bytesLabel(archive.bytes ?? 0)}, deleted <When at={archive.expiresAt} />
            </>
          }
        >
          <Button
            component="a"
            href={archive.url}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Row>
      )}
    </>
  )
}

function describeNewest(newest: Export | undefined): ReactNode {
  if (newest?.status === 'running')
    return (
      <>
        Your archive is being made, started <When at={newest.createdAt} />. You can leave this page.
      </>
    )
  if (newest?.status === 'failed')
    return 'The archive could not be made. Nothing was lost. Try again.'
  if (newest?.status === 'ready') return 'Your archive is ready. A new one replaces it.'
  return 'This can take several minutes. You can leave the page meanwhile.'
}
