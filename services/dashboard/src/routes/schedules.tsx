import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx'
import { ScheduleList } from '../schedules/schedule-list.tsx'
import { ScheduleView } from '../schedules/schedule-view.tsx'
import { NewButton, Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/subscriptions/{-$id}')

export function SchedulesPage() {
  const { id } = route.useParams()
  const { stuck = false, create } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  if (id !== undefined) {
    return <ScheduleView key={id} id={id} />
  }
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  return (
    <Page
      title="Subscriptions"
      actions={isAdmin && <NewButton onClick={open}>New subscription</NewButton>}
    >
      <div className={`wrapped ${money.filters}`}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'all', label: 'All' },
            { value: 'stuck', label: 'Needs your help' },
          ]}
          value={stuck ? 'stuck' : 'all'}
          onChange={(value) =>
            void navigate({ search: value === 'stuck' ? { stuck: true } : {}, replace: true })
          }
        />
      </div>
      <ScheduleList stuck={stuck} onCreate={open} />
      {create === true && isAdmin && (
        <ScheduleDialog
          onClose={() => void navigate({ search: {}, replace: true })}
          onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
        />
      )}
    </Page>
  )
}
