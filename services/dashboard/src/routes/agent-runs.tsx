import classes from '../agent-runs/agent-runs.module.css'
import { AgentRuns } from '../agent-runs/agent-runs.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export function AgentRunsPage() {
  return (
    <>
      <PageHeader title="Agent runs" />
      <div className={classes.page}>
        <AgentRuns />
      </div>
    </>
  )
}
