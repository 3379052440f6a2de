import { createShape, sameShape } from '../document/item-shape.ts'
import { type CronTime, translateRule, translateTime } from './cron.ts'
import type { MappedNode, Mapper, Mapping, StepReader } from './mapping.ts'

const manual: MappedNode = { type: 'trigger.manual', params: {} }

const toZone = (step: StepReader): string => step.zone || 'UTC'

function toSchedules(step: StepReader, times: readonly CronTime[]): Mapping {
  const shown = times.slice(0, 20)
  return {
    triggers: shown.map(({ cron }) => ({
      type: 'trigger.schedule',
      params: { cron, tz: toZone(step) },
    })),
    shape: sameShape,
    hint: `The times are meant in ${toZone(step)}.`,
    differences: shown.flatMap(({ difference }) => difference ?? []),
  }
}

/** The schedule for a step that looks for something new at set times. */
export function pollSchedule(step: StepReader): Pick<Mapping, 'triggers'> & { notes: string[] } {
  const given = step.list('pollTimes', 'item')
  const { triggers = [], differences = [] } = toSchedules(
    step,
    (given.length === 0 ? [{ mode: 'everyMinute' }] : given).map(translateTime),
  )
  return { triggers, notes: [...differences] }
}

const schedule: Mapper = (step) => {
  const rules = step.list('rule', 'interval')
  return toSchedules(step, (rules.length === 0 ? [{}] : rules).map(translateRule))
}

const cron: Mapper = (step) =>
  toSchedules(step, step.list('triggerTimes', 'item').map(translateTime))

const interval: Mapper = (step) => {
  const unit = step.text('unit') || 'seconds'
  const field = `${unit}Interval`
  return toSchedules(step, [translateRule({ field: unit, [field]: step.number('interval', 1) })])
}

const webhook: Mapper = (step) => {
  const responds = ['lastNode', 'responseNode'].includes(step.text('responseMode'))
  const isGuarded = !['', 'none'].includes(step.text('authentication'))
  return {
    triggers: [
      {
        type: 'trigger.webhook',
        params: {
          ...(responds ? { respond: 'last_output' } : {}),
          ...(step.raw('options', 'rawBody') === true ? { keepRaw: true } : {}),
        },
      },
    ],
    shape: createShape({}),
    hint: 'The workflow gets its own web address. Enter it where n8n’s address is used.',
    differences: isGuarded
      ? ['Enter under “Signature” how callers prove who they are. Passwords are not in the file.']
      : [],
  }
}

const form: Mapper = () => ({
  triggers: [{ type: 'trigger.webhook', params: {} }],
  shape: createShape({}, ['body']),
  differences: ['There is no form page. Let your own form send its fields to the web address.'],
})

const chat: Mapper = () => ({
  triggers: [manual],
  shape: sameShape,
  differences: ['There is no chat window. Run the workflow with the field chatInput.'],
})

const errors: Mapper = () => ({
  triggers: [manual],
  shape: createShape({
    'workflow.id': 'workflowId',
    'execution.id': 'runId',
    'execution.error.message': 'error',
    'execution.error': 'error',
    'execution.lastNodeExecuted': 'node',
  }),
  differences: ['Choose this workflow as the error workflow of the workflows that it watches.'],
})

const byHand: Mapper = () => ({ triggers: [manual], shape: sameShape })

/** Steps that start a workflow. */
export const triggers: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.manualTrigger': byHand,
  'n8n-nodes-base.start': byHand,
  'n8n-nodes-base.executeWorkflowTrigger': byHand,
  'n8n-nodes-base.scheduleTrigger': schedule,
  'n8n-nodes-base.cron': cron,
  'n8n-nodes-base.interval': interval,
  'n8n-nodes-base.webhook': webhook,
  'n8n-nodes-base.formTrigger': form,
  'n8n-nodes-base.errorTrigger': errors,
  '@n8n/n8n-nodes-langchain.chatTrigger': chat,
  '@n8n/n8n-nodes-langchain.manualChatTrigger': chat,
}
