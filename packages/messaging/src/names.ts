import type { JobDefinition } from '@atrium/contracts'

/** Returns a subject with the platform's namespace as prefix. */
export const subjectIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}.${name}`

/** Returns a stream or service name with the platform's namespace as prefix. */
export const nameIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}_${name}`

/** Returns this platform's service name in the NATS services framework. */
export const discoveryName = (namespace: string, service: string): string =>
  nameIn(namespace, `atrium-${service}`)

/**
 * Returns the subject prefix for replies to a service. No other service may subscribe to these
 * subjects.
 */
export const inboxPrefix = (service: string): string => `_INBOX_${service}`

/**
 * Returns the durable name shared by a queue's workers: `workflow-run.high` →
 * `jobs-workflow-run-high`.
 */
export const durableName = (job: Pick<JobDefinition, 'subject'>): string =>
  `jobs-${job.subject.replaceAll('.', '-')}`
