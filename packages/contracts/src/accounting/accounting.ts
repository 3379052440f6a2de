import { z } from 'zod'
import { tagged } from '../core/tagged.ts'

export const getAccounting = tagged('Accounting').org.get('/api/accounting', {
  id: 'getAccounting',
  summary: 'Whether the deployment has accounting',
  responses: {
    200: { description: 'The state', schema: z.object({ enabled: z.boolean() }).meta({ id: 'Accounting' }) },
  },
})
