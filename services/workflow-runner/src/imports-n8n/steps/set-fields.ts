import { isRecord, ownProperty, ownText } from '@atrium/workflow-rules'
import { sameShape, withOwnFields } from '../document/item-shape.ts'
import { splitTemplate } from '../expressions/translate-text.ts'
import type { Mapper, StepReader } from './mapping.ts'

interface Field {
  name: string
  value: unknown
}

const mostFields = 200

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gives a literal the type that the step declares. */
function castLiteral(value: unknown, type: string): unknown {
  if (typeof value !== 'string' || value.includes('{{')) return value
  const text = value.trim()
  if (/^number/.test(type))
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value
  if (/^boolean/.test(type)) return text === 'true' ? true : text === 'false' ? false : value
  if (/^(array|object)/.test(type)) return parseJson(text) ?? value
  return value
}

// Up to version 2: `{ values: { string: [{ name, value }], number: […], boolean: […] } }`.
function readFormerFields(step: StepReader): Field[] {
  const values = step.raw('values')
  if (!isRecord(values)) return []
  return Object.entries(values).flatMap(([type, list]) =>
    (Array.isArray(list) ? list : []).map((each) => ({
      name: ownText(each, 'name'),
      value: castLiteral(step.translate(ownProperty(each, 'value') ?? ''), type),
    })),
  )
}

// Versions 3.0 to 3.2: `{ fields: { values: [{ name, type, stringValue }] } }`.
const readTypedFields = (step: StepReader): Field[] =>
  step.list('fields', 'values').map((each) => {
    const type = ownText(each, 'type') || 'stringValue'
    return {
      name: ownText(each, 'name'),
      value: castLiteral(step.translate(ownProperty(each, type) ?? ''), type),
    }
  })

// Since version 3.3: `{ assignments: { assignments: [{ name, type, value }] } }`.
const readAssignments = (step: StepReader): Field[] =>
  step.list('assignments', 'assignments').map((each) => ({
    name: ownText(each, 'name'),
    value: castLiteral(step.translate(ownProperty(each, 'value') ?? ''), ownText(each, 'type')),
  }))

/** Puts quotes around a JSON text's expressions that are not inside a text. */
function quoteExpressions(template: string): string {
  let isInside = false
  return splitTemplate(template)
    .map(({ text, isExpression }) => {
      if (isExpression) {
        const written = JSON.stringify(`{{${text}}}`)
        return isInside ? written.slice(1, -1) : written
      }
      for (let at = 0; at < text.length; at += 1) {
        if (text[at] === '\\') at += 1
        else if (text[at] === '"') isInside = !isInside
      }
      return text
    })
    .join('')
}

/** Reads a JSON template as a value whose texts are templates. */
export function readJsonTemplate(text: string): unknown {
  const isTemplate = text.startsWith('=')
  const parsed = parseJson(isTemplate ? quoteExpressions(text.slice(1)) : text)
  return isTemplate ? markTemplates(parsed) : parsed
}

const deepest = 30

function markTemplates(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.includes('{{') ? `=${value}` : value
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((each) => markTemplates(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, markTemplates(each, depth + 1)]),
  )
}

function readRawFields(step: StepReader): Field[] {
  const given = step.raw('jsonOutput')
  const parsed = typeof given === 'string' ? readJsonTemplate(given) : given
  if (!isRecord(parsed)) {
    const whole = typeof given === 'string' && given.startsWith('=') ? step.translate(given) : null
    if (isRecord(whole)) return Object.entries(whole).map(([name, value]) => ({ name, value }))
    step.lost.push('Enter the fields of the JSON text one by one.')
    return []
  }
  return Object.entries(parsed).map(([name, value]) => ({ name, value: step.translate(value) }))
}

function readFields(step: StepReader): Field[] {
  if (step.text('mode') === 'raw') return readRawFields(step)
  if (step.version < 3) return readFormerFields(step)
  return step.raw('assignments') === undefined ? readTypedFields(step) : readAssignments(step)
}

function keepsOthers(step: StepReader): boolean {
  if (step.version < 3) return step.raw('keepOnlySet') !== true
  const include = step.text('include')
  const isOn = step.version >= 3.3 ? step.raw('includeOtherFields') === true : include !== 'none'
  return isOn && include !== 'selected' && include !== 'none'
}

export const setFields: Mapper = (step) => {
  const read = readFields(step).filter(({ name }) => name.trim() !== '')
  const isSelected = step.text('include') === 'selected'
  const kept = isSelected ? step.readFields(step.raw('includeFields')) : []
  const fields = [
    ...kept,
    ...read.map(({ name, value }) => ({ name: step.asText(name), value })),
  ].map(({ name, value }) => ({ name: name.trim().slice(0, 200), value }))
  if (fields.length > mostFields) step.lost.push(`Only the first ${mostFields} fields were read.`)
  const keep = keepsOthers(step)
  const remove = step.text('include') === 'except' ? step.fields(step.raw('excludeFields')) : []
  const names = fields.map(({ name }) => name.split('.')[0] ?? name)
  return {
    node: {
      type: 'set_fields',
      params: {
        fields: fields.slice(0, mostFields),
        ...(keep ? {} : { keep }),
        ...(remove.length > 0 ? { remove: remove.slice(0, mostFields) } : {}),
      },
    },
    shape: keep ? withOwnFields(step.place.shape, names) : sameShape,
  }
}

export const renameKeys: Mapper = (step) => {
  const keys = step.list('keys', 'key').slice(0, mostFields)
  const names = keys.map((key) => step.field(ownText(key, 'currentKey')))
  return {
    node: {
      type: 'set_fields',
      params: {
        fields: keys.map((key) => ({
          name: ownText(key, 'newKey'),
          value: step.readFields([ownText(key, 'currentKey')])[0]?.value ?? '',
        })),
        remove: names,
      },
    },
    shape: withOwnFields(
      step.place.shape,
      keys.map((key) => ownText(key, 'newKey')),
    ),
  }
}
