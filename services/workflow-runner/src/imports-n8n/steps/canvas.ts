import type { Mapper } from './mapping.ts'

const sticky: Mapper = (step) => ({
  absorbed: 'It is a note on the canvas.',
  note: step.text('content'),
})

const code: Mapper = (step) => {
  const source =
    step.text('jsCode') ||
    step.text('pythonCode') ||
    step.text('functionCode') ||
    step.text('command')
  return {
    missing:
      'Code is not executed. It is a note on the canvas. Replace it with steps: “Set fields” and “Format text” for texts, “Date” for dates, “Filter”, “Sort” and “Aggregate” for lists, or “Agent” for a task in words.',
    note: source,
  }
}

/** Steps that become notes. */
export const canvas: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.stickyNote': sticky,
  'n8n-nodes-base.code': code,
  'n8n-nodes-base.function': code,
  'n8n-nodes-base.functionItem': code,
  'n8n-nodes-base.executeCommand': code,
  '@n8n/n8n-nodes-langchain.code': code,
}
