import type { WorkflowItem } from '@atrium/contracts'
import { compileParameters, parseProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import {
  asText,
  compilePattern,
  LimitError,
  missingField,
  NodeError,
  runLimits,
  type Scope,
} from '../../engine/index.ts'
import { type ParsedData, parseData, toData } from '../../texts/parse-data.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { fieldReader, splitPath } from './item-path.ts'
import { withValueAt } from './set-path.ts'

/** Texts up to this length are parsed at once. Longer ones could block other runs. */
const shortText = 20_000
const longestText = 5_000_000
const mostRows = runLimits.outputItems

const tooManyRows = (): LimitError =>
  new LimitError(`The lists and tables have more than ${mostRows} rows`)

// The field is a path or an expression, as the left side of a condition.
function readField(path: string, item: WorkflowItem, scope: Scope): unknown {
  const isExpression = path.includes('{{') || path.startsWith('${')
  const value = isExpression ? compileParameters(path).resolve(scope) : fieldReader(path)(item)
  if (value === undefined || value === null) throw missingField(path)
  return value
}

// Rows do not repeat the text that they come from.
function withoutField(json: Readonly<Record<string, unknown>>, path: string) {
  if (Object.hasOwn(json, path.trim()))
    return Object.fromEntries(Object.entries(json).filter(([name]) => name !== path.trim()))
  const steps = splitPath(path)
  return steps.length === 1 ? withValueAt(json, steps, undefined) : json
}

const Params = z.object({
  field: z.string().min(1).max(500).describe('The field with the text'),
  format: z.enum(['json', 'csv', 'xml', 'pattern']).describe('What the text is'),
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('The pattern (RE2) of a text. Named groups such as (?P<order>[0-9]+) become fields'),
})
type Params = z.output<typeof Params>

export const parse = defineNode({
  type: 'parse',
  label: 'Parse',
  description:
    'Reads JSON, CSV, XML or the parts of a text. A list or table makes one item per row',
  category: 'enrich',
  keywords: [
    'json',
    'csv',
    'xml',
    'table',
    'spreadsheet',
    'extract',
    'regex',
    'pattern',
    'convert',
  ],
  params: Params,
  rawParams: ['field', 'pattern'],
  emits: emitted({ parsed: field.object('Content', { order: '4711', total: '19.90' }) }),
  check(params, budget) {
    const problems = parseProblems(params)
    if (params.format !== 'pattern' || params.pattern === undefined) return problems
    try {
      budget.patterns -= compilePattern(params.pattern).programSize()
      return problems
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return [...problems, { code: 'invalid_params', path: 'pattern', message }]
    }
  },
  async execute(items, _params, context) {
    const main: WorkflowItem[] = []
    const { refusals } = await attemptItems(items, context, async (item, at, params) => {
      const { field: path } = params
      const data = await readData(readField(path, item, context.scope(at)), params, context)
      if (!('rows' in data)) {
        await add(item, { ...item.json, parsed: data.value })
        return
      }
      if (main.length + data.rows.length > mostRows) throw tooManyRows()
      const json = withoutField(item.json, path)
      for (const [place, row] of data.rows.entries()) {
        await add(item, { ...json, parsed: row }, place)
        if (context.due()) await context.yield()
      }
    })
    return actedResult(main, refusals, { count: items.length })

    async function add(
      from: WorkflowItem,
      json: Readonly<Record<string, unknown>>,
      place?: number,
    ): Promise<void> {
      const { externalId } = from
      const id =
        externalId === undefined || place === undefined ? externalId : `${externalId}#${place}`
      const made = context.derive(from, { json, externalId: id })
      await context.carry(made)
      main.push(made)
    }
  },
})

async function readData(
  value: unknown,
  { field: path, format, pattern }: Params,
  { ports, orgId }: Pick<ContextOf<never>, 'ports' | 'orgId'>,
): Promise<ParsedData> {
  if (typeof value === 'object') {
    if (format === 'json') return toData(value, mostRows)
    throw new NodeError(`The field "${path}" is not a text`)
  }
  const text = asText(value)
  if (text.length > longestText)
    throw new NodeError(`The field "${path}" has more than ${longestText} characters`)
  const request = { format, text, pattern, mostRows }
  try {
    return text.length <= shortText && format !== 'pattern'
      ? parseData(request)
      : await ports.texts.data(orgId ?? '', request)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NodeError(`The field "${path}" could not be read. ${reason}`)
  }
}
