import { Box, Group } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useListSearch } from '../../platform/drafts/list-memory.ts'
import { Page } from '../../ui/page/page-header.tsx'
import type { RecordRoute } from '../../ui/records/rows.tsx'

interface RecordPageProps {
  readonly kind: string
  readonly list: RecordRoute
  readonly back: string
  /** Shown instead of the record until the record has loaded. */
  readonly place: ReactNode
  readonly actions: ReactNode
  readonly name?: string | undefined
  readonly badge?: ReactNode
  readonly children?: ReactNode
}

/** A record's page: its actions, a link to the list, its name with a badge, and its content. */
export const RecordPage = ({
  kind,
  list,
  back,
  place,
  actions,
  name,
  badge,
  children,
}: RecordPageProps) => (
  <Page title={kind} actions={actions}>
    <Link
      to={list}
      params={{ id: undefined }}
      search={useListSearch(list.replace('/{-$id}', ''))}
      className="back"
    >
      <IconChevronLeft size={16} aria-hidden />
      {back}
    </Link>
    {place}
    {name !== undefined && (
      <Group m="0 0 16px" style={{ gap: '4px 12px' }}>
        <Box className="bold" component="h2" m={0} fz={20} lh={1.3} dir="auto">
          {name}
        </Box>
        {badge}
      </Group>
    )}
    {children}
  </Page>
)
