import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { DeadLetters } from '../operator/dead-letters.tsx'
import { Dormant } from '../operator/dormant.tsx'
import { Health } from '../operator/health.tsx'
import { Queues } from '../operator/queues.tsx'
import { useMe } from '../platform/session/me.ts'
import { NotAllowed } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

export function OperatorPage() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  return (
    <>
      <PageHeader title="Operator">
        {user.isAdmin && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void queryClient.invalidateQueries({ queryKey: ['operator'] })}
          >
            Refresh
          </Button>
        )}
      </PageHeader>
      {user.isAdmin ? (
        <div className="page column" style={{ gap: 40 }}>
          <Health />
          <Queues />
          <DeadLetters />
          <Dormant />
        </div>
      ) : (
        <NotAllowed>
          Only administrators of Atrium see this page. ADMIN_EMAILS lists their addresses.
        </NotAllowed>
      )}
    </>
  )
}
