import { runProcess } from '@atrium/service-kit'
import { startDashboard } from './start-dashboard.ts'
import { dashboardVariables } from './variables.ts'

await runProcess('dashboard', dashboardVariables.table, () => startDashboard({ env: process.env }))
