import type { JobDefinition } from '@atrium/contracts'

/** The durable that all replicas of a queue's workers share: `workflow-run.high` → `jobs-workflow-run-high`. */
export const durableOf = (job: Pick<JobDefinition, 'subject'>): string =>
  `jobs-${job.subject.replaceAll('.', '-')}`
