import { z } from 'zod'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'

export const triggerManual = defineNode({
  type: 'trigger.manual',
  label: 'Run button',
  description: 'Starts a run when a person presses Run',
  category: 'trigger',
  keywords: ['manual', 'start', 'run now', 'test', 'click', 'button'],
  params: z.object({}),
  emits: emitted({
    firedAt: field.date('Started at', '2026-05-04T09:00:00.000Z'),
  }),
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
