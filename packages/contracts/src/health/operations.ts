import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

const platform = tagged('Platform')

export const Health = named('Health', {
  status: z
    .enum(['ok', 'degraded'])
    .describe('`degraded` if the database does not respond within two seconds.'),
  commit: z.string().describe('The commit that the deployment was built from.'),
  llmProvider: z
    .enum(['gateway', 'direct', 'none'])
    .describe('The provider of the platform’s own language model. `none` without one.'),
  enrichEnabled: z.boolean().describe('True if links can be enriched.'),
  exportEnabled: z.boolean().describe('True if the deployment has invoicing with its exports.'),
  db: z.enum(['up', 'down']).describe('True if the database responds.'),
  systemSchedulesHealthy: z
    .boolean()
    .describe('True if recurring invoices are going to be created on time.'),
  services: z
    .record(z.string(), z.enum(['up', 'down']))
    .describe('Whether each service of the deployment responds. `status` does not depend on it.'),
})
export type Health = z.infer<typeof Health>

export const getHealth = platform.public.get('getHealth', '/api/health', {
  sdk: 'health',
  summary: 'The health of the platform',
  description: 'Always 200. `degraded` if the database does not respond within two seconds.',
  responses: ok('The health record', Health),
})

export const ExposedConfig = z.record(z.string(), z.string()).meta({ id: 'ExposedConfig' })

export const getConfig = platform.public.get('getConfig', '/api/config', {
  sdk: 'config',
  summary: 'The public configuration keys that are set',
  responses: ok('The values by key', ExposedConfig),
})
