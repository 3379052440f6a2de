import { accounts } from './accounts.ts'
import { ai, model } from './ai.ts'
import { canvas } from './canvas.ts'
import { data } from './data.ts'
import { flow } from './flow.ts'
import type { Absorbed, Mapper, Mapping, Missing, StepReader } from './mapping.ts'
import { passOn } from './mapping.ts'
import { suggestions } from './suggestions.ts'
import { triggers } from './triggers.ts'
import { web } from './web.ts'

// A map, because a file may name a type like `__proto__`.
const mappers: ReadonlyMap<string, Mapper> = new Map(
  [triggers, flow, data, web, accounts, ai, canvas].flatMap((table) => Object.entries(table)),
)

const modelType = /langchain\.lm[A-Z]/
const longestType = 60

/** `n8n-nodes-base.googleSheets` becomes `google sheets`. */
function readService(type: string): string {
  const name = type.slice(type.lastIndexOf('.') + 1).slice(0, longestType)
  return name
    .replace(/Trigger$|Tool$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .toWellFormed()
}

function describeMissing(type: string): string {
  if (/\.(?:tool|mcpClient)|Tool$/.test(type)) {
    return 'A model’s tools are not imported. Choose the tools of the agent step.'
  }
  if (/\.memory/.test(type)) return 'A model remembers nothing between runs.'
  if (/\.outputParser/.test(type))
    return 'A model answers with text. Describe its form in the prompt.'
  const service = readService(type)
  const { name = service, act, start } = suggestions.get(service) ?? {}
  if (/Trigger$/.test(type))
    return `Nothing starts by itself for ${name}. ${start ?? 'Use a webhook or a schedule.'}`
  return `There is no step for ${name}. ${act ?? 'If it has an interface, use the step “HTTP request”.'}`
}

export function mapStep(reader: StepReader): Mapping | Missing | Absorbed {
  const { type, isDisabled } = reader.step
  const mapper = mappers.get(type) ?? (modelType.test(type) ? model : undefined)
  const mapped = mapper?.(reader) ?? { missing: describeMissing(type) }
  if (!isDisabled || 'missing' in mapped || 'absorbed' in mapped) return mapped
  if (mapped.triggers !== undefined) {
    return { missing: 'The trigger is switched off in n8n, so it was left out.' }
  }
  return {
    ...passOn,
    differences: ['The step is switched off in n8n. It passes its items on unchanged.'],
  }
}
