import { z } from 'zod'
import { defineNode } from '../define-node.ts'

export const triggerManual = defineNode({
  type: 'trigger.manual',
  label: 'Run button',
  description: 'Starts a run when a person presses Run',
  category: 'trigger',
  params: z.object({}),
  emits: ['firedAt'],
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
