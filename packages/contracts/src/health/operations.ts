import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'

/** The health record: what is up, and what the deployment offers. */
export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    commit: z.string(),
    llmProvider: z.enum(['gateway', 'direct', 'none']),
    enrichEnabled: z.boolean(),
    exportEnabled: z.boolean(),
    db: z.enum(['up', 'down']),
    systemSchedulesHealthy: z.boolean(),
    services: z
      .record(z.string(), z.enum(['up', 'down']))
      .describe('Whether each service of the deployment answers; `status` does not depend on it'),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'get',
  path: '/api/health',
  tag: 'Platform',
  summary: 'Whether the platform is well',
  description: 'Always 200. `degraded` when the database does not answer within two seconds.',
  access: 'public',
  responses: { 200: { description: 'The health record', schema: Health } },
})

export const ExposedConfig = z.record(z.string(), z.string()).meta({ id: 'ExposedConfig' })

export const getConfig = defineOperation({
  id: 'getConfig',
  method: 'get',
  path: '/api/config',
  tag: 'Platform',
  summary: 'The whitelisted configuration keys that are set',
  access: 'public',
  responses: { 200: { description: 'Key to value', schema: ExposedConfig } },
})
