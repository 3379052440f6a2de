import { z } from 'zod'
import { ok, tagged } from '../core/tagged.ts'

export const getAccounting = tagged('Accounting').org.get('getAccounting', '/api/accounting', {
  sdk: 'accounting.get',
  summary: 'Whether the deployment has accounting',
  responses: ok(
    'True if the deployment has accounting',
    z
      .object({ enabled: z.boolean().describe('True if the deployment has accounting.') })
      .meta({ id: 'Accounting' }),
  ),
})
