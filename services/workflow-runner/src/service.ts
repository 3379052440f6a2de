import { defineService } from '@atrium/service-kit'
import { buildRunner } from './build-runner.ts'
import type { WorkflowDatabase } from './database.ts'
import { workflowsAndRuns } from './migrations/0001-workflows-and-runs.ts'
import { webhooks } from './migrations/0002-webhooks.ts'
import { causesOfRuns } from './migrations/0003-causes-of-runs.ts'

/** Graphs, triggers, runs and outbound webhooks. */
export const workflowRunner = defineService<WorkflowDatabase>({
  name: 'workflow',
  description: 'Workflows',
  database: {
    schema: 'workflow',
    migrations: {
      '0001-workflows-and-runs': workflowsAndRuns,
      '0002-webhooks': webhooks,
      '0003-causes-of-runs': causesOfRuns,
    },
  },
  port: (config) => config.WORKFLOW_PORT,
  build: (kit) => buildRunner(kit),
})
