import { ownProperty, ownText } from '@atrium/workflow-rules'
import { sameShape, withOwnFields } from '../document/item-shape.ts'
import type { Mapper, Mapping, StepReader } from './mapping.ts'
import { renameKeys, setFields } from './set-fields.ts'

const splitOut: Mapper = (step) => {
  const given = step.text('fieldToSplitOut')
  const [field = '', ...others] = step.fields(given)
  const keep = step.text('include') === 'allOtherFields'
  const name =
    step.text('options', 'destinationFieldName') || given.split(',')[0]?.split('.').at(-1)?.trim()
  return {
    node: {
      type: 'split',
      params: { field, ...(name ? { as: name.slice(0, 200) } : {}), ...(keep ? { keep } : {}) },
    },
    shape: keep && name ? withOwnFields(step.place.shape, [name]) : sameShape,
    differences: [
      ...(others.length > 0 ? ['Only the first field is split.'] : []),
      ...(step.text('include') === 'selectedOtherFields'
        ? ['Choose whether the other fields stay. They are left out now.']
        : []),
      ...(given.includes('$binary') ? ['Files cannot be split.'] : []),
    ],
  }
}

const collectAll: Mapper = (step) => {
  const fields =
    step.text('include') === 'specifiedFields' ? step.fields(step.raw('fieldsToInclude')) : []
  const compute = fields.map((field) => ({ operation: 'list', field, as: field.split('.').at(-1) }))
  return {
    node: {
      type: 'aggregate',
      params: {
        compute: compute.length > 0 ? compute : [{ operation: 'list', field: '', as: 'data' }],
      },
    },
    shape: sameShape,
    differences: [
      compute.length > 0
        ? 'Each field becomes a list of its own, instead of one list of items.'
        : 'Choose the field whose values are collected, because a list cannot hold whole items.',
    ],
  }
}

const aggregate: Mapper = (step) => {
  if (step.text('aggregate') === 'aggregateAllItemData') return collectAll(step)
  const compute = step.list('fieldsToAggregate', 'fieldToAggregate').map((each) => {
    const field = step.field(ownText(each, 'fieldToAggregate'))
    const own = field.split('.').at(-1) ?? field
    const renamed =
      ownProperty(each, 'renameField') === true ? ownText(each, 'outputFieldName') : ''
    return { operation: 'list', field, as: renamed || own }
  })
  return { node: { type: 'aggregate', params: { compute } }, shape: sameShape }
}

const summaries: ReadonlyMap<string, readonly [operation: string, prefix: string]> = new Map([
  ['append', ['list', 'appended']],
  ['average', ['average', 'average']],
  ['concatenate', ['join', 'concatenated']],
  ['count', ['count', 'count']],
  ['countUnique', ['distinct', 'unique_count']],
  ['max', ['maximum', 'max']],
  ['min', ['minimum', 'min']],
  ['sum', ['sum', 'sum']],
])

const summarize: Mapper = (step) => {
  const given = step.list('fieldsToSummarize', 'values')
  const compute = given.map((each) => {
    const [operation, prefix] = summaries.get(ownText(each, 'aggregation') || 'count') ?? [
      'count',
      'count',
    ]
    const field = ownText(each, 'field')
    return {
      operation,
      ...(operation === 'count' ? {} : { field: step.field(field) }),
      as: `${prefix}_${field}`.slice(0, 200),
    }
  })
  const groupBy = step.fields(step.raw('fieldsToSplitBy'))
  return {
    node: { type: 'aggregate', params: { compute, ...(groupBy.length > 0 ? { groupBy } : {}) } },
    shape: sameShape,
    differences: given.some((each) => ownText(each, 'aggregation') === 'countUnique')
      ? ['Values are listed once instead of counted once.']
      : [],
  }
}

const sort: Mapper = (step) => {
  if (!['', 'simple'].includes(step.text('type'))) {
    return { missing: 'Items can only be sorted by fields.' }
  }
  const by = step.list('sortFieldsUi', 'sortField').map((each) => ({
    field: step.field(ownText(each, 'fieldName')),
    ...(ownText(each, 'order') === 'descending' ? { direction: 'descending' } : {}),
  }))
  return { node: { type: 'sort', params: { by } }, shape: 'passes' }
}

const limit: Mapper = (step) => ({
  node: {
    type: 'limit',
    params: {
      count: Math.max(Math.trunc(step.number('maxItems', 1)), 0),
      ...(step.text('keep') === 'lastItems' ? { from: 'last' } : {}),
    },
  },
  shape: 'passes',
})

const removeDuplicates: Mapper = (step) => {
  const operation = step.text('operation')
  if (operation === 'clearDeduplicationHistory') {
    return { missing: 'Clear the list of known items on the workflow’s page instead.' }
  }
  if (operation === 'removeItemsSeenInPreviousExecutions') {
    return {
      node: {
        type: 'dedupe',
        params: {
          by: step.fields([step.raw('dedupeValue')]),
          scope: 'ever',
          compare: 'exact',
        },
      },
      shape: 'passes',
    }
  }
  const by =
    step.text('compare') === 'selectedFields' ? step.fields(step.raw('fieldsToCompare')) : []
  return {
    node: { type: 'dedupe', params: { by, ...(by.length > 0 ? { compare: 'exact' } : {}) } },
    shape: 'passes',
    differences:
      by.length > 0
        ? []
        : [
            'Choose the fields that make two items the same. By default it is the id in the source.',
          ],
  }
}

const itemLists: Mapper = (step) => {
  switch (step.text('operation')) {
    case 'concatenateItems':
      return aggregate(step)
    case 'limit':
      return limit(step)
    case 'removeDuplicates':
      return removeDuplicates(step)
    case 'sort':
      return sort(step)
    case 'summarize':
      return summarize(step)
    default:
      return splitOut(step)
  }
}

const operations: ReadonlyMap<string, string> = new Map([
  ['addToDate', 'add'],
  ['subtractFromDate', 'subtract'],
  ['roundDate', 'start_of'],
])

const setOne = (step: StepReader, name: string, value: unknown): Mapping => ({
  node: { type: 'set_fields', params: { fields: [{ name, value }] } },
  shape: withOwnFields(step.place.shape, [name]),
})

const dateTime: Mapper = (step) => {
  const operation = step.text('operation') || 'getCurrentDate'
  const into = step.text('outputFieldName')
  if (operation === 'getCurrentDate')
    return setOne(step, into || 'currentDate', step.translate('={{ $now }}'))
  if (operation === 'formatDate') {
    const format =
      step.text('format') === 'custom'
        ? step.text('customFormat')
        : step.text('format') || 'yyyy-MM-dd'
    const date = step
      .text('date')
      .replace(/^=?\s*\{\{|\}\}\s*$/g, '')
      .trim()
    return setOne(
      step,
      into || 'formattedDate',
      step.translate(`={{ ${date}.toFormat(${JSON.stringify(format)}) }}`),
    )
  }
  const unit = (step.text('timeUnit') || step.text('toNearest') || 'days').replace(/s$/, '')
  if (operations.get(operation) === undefined || !step.has('date')) {
    return { missing: 'Dates cannot be computed in this way.' }
  }
  const isRound = operation === 'roundDate'
  return {
    node: {
      type: 'date',
      params: {
        operation: operations.get(operation),
        value: step.asText(step.raw(isRound ? 'date' : 'magnitude')),
        ...(isRound ? {} : { amount: step.number('duration', 0) }),
        unit,
        into: into || (isRound ? 'roundedDate' : 'newDate'),
      },
    },
    shape: withOwnFields(step.place.shape, [into || (isRound ? 'roundedDate' : 'newDate')]),
  }
}

/** Steps that change items. */
export const data: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.set': setFields,
  'n8n-nodes-base.renameKeys': renameKeys,
  'n8n-nodes-base.splitOut': splitOut,
  'n8n-nodes-base.aggregate': aggregate,
  'n8n-nodes-base.summarize': summarize,
  'n8n-nodes-base.sort': sort,
  'n8n-nodes-base.limit': limit,
  'n8n-nodes-base.removeDuplicates': removeDuplicates,
  'n8n-nodes-base.itemLists': itemLists,
  'n8n-nodes-base.dateTime': dateTime,
}
