import { defineService, type ServiceDefinition } from '@atrium/service-kit'
import { buildRunner, type RunnerOptions } from './build-runner.ts'
import type { WorkflowDatabase } from './database.ts'
import { workflowsAndRuns } from './migrations/0001-workflows-and-runs.ts'
import { webhooks } from './migrations/0002-webhooks.ts'
import { causesOfRuns } from './migrations/0003-causes-of-runs.ts'
import { fairDeliveries } from './migrations/0004-fair-deliveries.ts'
import { seededTemplates } from './migrations/0005-seeded-templates.ts'
import { renewedSecrets } from './migrations/0006-renewed-secrets.ts'

/** Builds the service; the options are for tests, which bring nodes and shorten waits. */
export const createWorkflowRunner = (options: RunnerOptions = {}): ServiceDefinition<WorkflowDatabase> =>
  defineService<WorkflowDatabase>({
    name: 'workflow',
    description: 'Workflows',
    database: {
      schema: 'workflow',
      migrations: {
        '0001-workflows-and-runs': workflowsAndRuns,
        '0002-webhooks': webhooks,
        '0003-causes-of-runs': causesOfRuns,
        '0004-fair-deliveries': fairDeliveries,
        '0005-seeded-templates': seededTemplates,
        '0006-renewed-secrets': renewedSecrets,
      },
    },
    port: (config) => config.WORKFLOW_PORT,
    build: (kit) => buildRunner(kit, options),
  })

/** Graphs, triggers, runs and outbound webhooks. */
export const workflowRunner = createWorkflowRunner()
