import { Button, Menu } from '@mantine/core'
import { IconFileExport, IconFileImport, IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { downloadWorkflows } from '../workflows/exchange/exchange-queries.ts'
import { ImportDialog } from '../workflows/exchange/import-dialog.tsx'
import { useNewWorkflow } from '../workflows/list/use-new-workflow.ts'
import { WorkflowList } from '../workflows/list/workflow-list.tsx'

const route = getRouteApi('/inside/workflows')

export function WorkflowsPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const { create, isPending } = useNewWorkflow()
  const [imports, setImports] = useState(false)
  return (
    <>
      <PageHeader title="Workflows">
        <ActionsMenu label="More actions">
          <Menu.Item
            leftSection={<IconFileExport size={14} aria-hidden />}
            onClick={() => void downloadWorkflows().catch(toastRefusal('Not downloaded'))}
          >
            Download all
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileImport size={14} aria-hidden />}
            onClick={() => setImports(true)}
          >
            Import
          </Menu.Item>
        </ActionsMenu>
        {imports && <ImportDialog onClose={() => setImports(false)} />}
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
