import { ActionIcon, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useIsAdmin } from '../../money/amounts/viewer.ts'
import { boardColumnsQuery } from './use-columns.ts'

const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog.tsx')).ColumnsDialog,
}))

/** Opens the form for the board's columns. Only for owners and admins. */
export function EditColumns() {
  const isAdmin = useIsAdmin()
  const { data } = useQuery(boardColumnsQuery)
  const [opened, setOpened] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Tooltip label="Edit the columns">
        <ActionIcon
          size={36}
          variant="default"
          className="firm"
          aria-label="Edit the columns"
          disabled={data === undefined}
          onClick={() => setOpened(true)}
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      </Tooltip>
      {opened && data !== undefined && (
        <Suspense>
          <ColumnsDialog columns={data.items} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
