import { readdirSync, readFileSync } from 'node:fs'
import { SkillKind, type WorkflowGraph } from '@atrium/contracts'
import { checkGraph, rulesOfDescriptors, validateGraph } from '@atrium/workflow-rules'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { unpaced } from '../../test/unpaced.ts'
import { eventCatalog } from '../events/event-catalog.ts'
import { allNodes } from './index.ts'
import { toDescriptor } from './registry.ts'

const types = new Map(allNodes.map((each) => [each.type, each]))
// The palette reaches a browser as JSON.
const rules = rulesOfDescriptors(
  JSON.parse(JSON.stringify(allNodes.map(toDescriptor))),
  eventCatalog.map(({ type }) => type),
)
const ofServer = (drawn: WorkflowGraph) => validateGraph(drawn, (type) => types.get(type), unpaced)
const toPlaces = (problems: readonly { code: string; path: string }[]) =>
  problems.map(({ code, path }) => `${code} ${path}`).toSorted()

const examples = readdirSync(new URL('../../examples/', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Record<string, unknown>] => {
    const text = readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')
    return [
      name.slice(0, -'.json'.length),
      (JSON.parse(text) as { params: Record<string, unknown> }).params,
    ]
  })
const drawn = (type: string, params: Record<string, unknown>): WorkflowGraph =>
  type.startsWith('trigger.')
    ? graph([node('act', type, params)])
    : graph([node('start', 'trigger.manual'), node('act', type, params)], [edge('start', 'act')])

it.each(examples)(
  'finds the same problems in the palette and on the server for the example of %s',
  async (type, params) => {
    expect(toPlaces(await checkGraph(drawn(type, params), rules))).toEqual(
      toPlaces(await ofServer(drawn(type, params))),
    )
  },
)

it('states the skill kind if a parameter takes a skill', () => {
  const kinds = allNodes.flatMap((each) => {
    const properties = Object.values(toDescriptor(each).inputs['properties'] ?? {}) as Record<
      string,
      unknown
    >[]
    return properties.filter(({ format }) => format === 'skill').map(({ skillKind }) => skillKind)
  })
  expect(kinds.length).toBeGreaterThan(5)
  expect(kinds.filter((kind) => !SkillKind.safeParse(kind).success)).toEqual([])
})

it('states every default, even if a list parameter also accepts a text', () => {
  const toDefaults = (type: string) => {
    const node = allNodes.find((each) => each.type === type)
    const properties = (node && toDescriptor(node).inputs['properties']) as Record<
      string,
      { default?: unknown }
    >
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, schema.default]),
    )
  }
  expect(toDefaults('calendar_to_tasks')).toMatchObject({
    ignoreEventTypes: ['workingLocation'],
    calendars: undefined,
  })
  expect(toDefaults('best_of_tech')).toMatchObject({ boards: ['forum', 'repos', 'launches'] })
})

it.each(examples)(
  'refuses a parameter of %s in the palette if the server refuses it',
  async (type, params) => {
    const at = type.startsWith('trigger.') ? 0 : 1
    for (const name of Object.keys(params)) {
      const wrong = drawn(type, { ...params, [name]: { wrong: { wrong: [] } } })
      const inField = ({ path }: { path: string }) =>
        path.startsWith(`graph.nodes.${at}.params.${name}`)
      const refused = (await ofServer(wrong)).some(inField)
      // The palette may refuse more, for example a value that the node would convert to text.
      if (refused)
        expect([name, (await checkGraph(wrong, rules)).some(inField)]).toEqual([name, true])
    }
  },
)

const label = node('tag', 'tag', { connector: 'chn_1', label: 'done' })
const reader = node('read', 'read_mailbox', { connector: 'chn_1' })
it.each<[string, WorkflowGraph]>([
  [
    'a cron that never fires',
    graph([node('t', 'trigger.schedule', { cron: '0 0 31 2 *', tz: 'UTC' })]),
  ],
  [
    'an unknown time zone',
    graph([node('t', 'trigger.schedule', { cron: '0 0 1 1 *', tz: 'Mars/Base' })]),
  ],
  ['an unknown event', graph([node('t', 'trigger.event', { eventType: 'no.such_event' })])],
  ['a destination that is none', drawn('dispatch', { destination: 'nowhere' })],
  [
    'a card that is to be published',
    drawn('dispatch', { destination: 'board://task', autoPublish: true, publishTimes: '9am' }),
  ],
  [
    'a plan to publish without times',
    drawn('dispatch', { destination: 'social://us@x.com', autoPublish: true }),
  ],
  [
    'a post that is planned without times',
    drawn('create_post', { destination: 'social://us@x.com', text: 'x', autoPublish: true }),
  ],
  [
    'a post to a mail address',
    drawn('create_post', { destination: 'mailto:a@b.example', text: 'x' }),
  ],
  ['a wait beyond 90 days', drawn('wait', { amount: 91, unit: 'days' })],
  ['a sum without a field', drawn('aggregate', { compute: [{ operation: 'sum', as: 'total' }] })],
  ['a merge by no key', drawn('merge', { mode: 'by_key' })],
  [
    'mail that is read again',
    graph([node('t', 'trigger.manual'), reader, label], [edge('t', 'read'), edge('read', 'tag')]),
  ],
  [
    'a cycle',
    graph(
      [node('t', 'trigger.manual'), node('a', 'limit'), node('b', 'limit')],
      [edge('a', 'b'), edge('b', 'a')],
    ),
  ],
  [
    'an unknown output',
    graph([node('t', 'trigger.manual'), node('a', 'limit')], [edge('t:none', 'a')]),
  ],
  [
    'two nodes of a name',
    graph([node('t', 'trigger.manual'), node('u', 'trigger.manual', {}, { name: 't' })]),
  ],
  ['an unregistered type', drawn('no_such_node', {})],
  [
    'a malformed expression',
    drawn('set_fields', { fields: [{ name: 'a', value: '{{ $json. }}' }] }),
  ],
  ['no trigger', graph([node('a', 'limit')])],
])('reports %s with the same text in the palette and on the server', async (_, given) => {
  const server = await ofServer(given)
  expect(server.length).toBeGreaterThan(0)
  expect(await checkGraph(given, rules)).toEqual(server)
})
