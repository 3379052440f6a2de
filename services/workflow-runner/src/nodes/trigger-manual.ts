import { z } from 'zod'
import { defineNode } from './define-node.ts'

export const triggerManual = defineNode({
  type: 'trigger.manual',
  label: 'Run button',
  description: 'Starts a run when a person presses Run',
  category: 'trigger',
  mode: 'deterministic',
  outputs: ['main'],
  params: z.object({}),
  emits: ['firedAt'],
  skillable: false,
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
