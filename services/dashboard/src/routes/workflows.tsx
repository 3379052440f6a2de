import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { BusyButton } from '../ui/busy-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useNewWorkflow } from '../workflows/list/use-new-workflow.ts'
import { WorkflowList } from '../workflows/list/workflow-list.tsx'

const route = getRouteApi('/inside/workflows')

export function WorkflowsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { create, isPending } = useNewWorkflow()
  return (
    <>
      <PageHeader title="Workflows">
        <Button variant="default" component={Link} to="/workflows/templates">
          Templates
        </Button>
        <BusyButton
          style={{ gap: 6 }}
          aria-label="New workflow"
          loading={isPending}
          onClick={() => create()}
        >
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New workflow</span>
        </BusyButton>
      </PageHeader>
      <WorkflowList
        search={search}
        onChange={(changed) =>
          void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
        }
        onCreate={create}
      />
    </>
  )
}
