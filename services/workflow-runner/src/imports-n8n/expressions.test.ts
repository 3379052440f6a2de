import { describe, expect, it } from 'vitest'
import { importN8n } from './import-n8n.ts'
import { pace, palette, readParams, readRow, translate } from './read-row.ts'

describe('an expression', () => {
  it.each([
    ['plain {{ text }}', 'plain {{ text }}'],
    ['={{ $json.x }}', '{{ $json.x }}'],
    ['={{$json["a b"][0].c}}', "{{ $json['a b'][0].c }}"],
    ['=Dear {{ $json.name }}, hello', 'Dear {{ $json.name }}, hello'],
    ["={{ $('Start').item.json.x }}", "{{ $node['Start'].json.x }}"],
    ["={{ $('Start').first().json.x }}", "{{ $node['Start'].json.x }}"],
    ['={{ $node["Start"].json["x"] }}', "{{ $node['Start'].json.x }}"],
    ['={{ $input.item.json.x }}', '{{ $json.x }}'],
    ['={{ $json.x.trim().toUpperCase() }}', '{{ $json.x | trim | upper }}'],
    ['={{ $json.x.toFixed(2) }}', '{{ $json.x | round: 2 }}'],
    ["={{ $json.tags.join(', ') }}", "{{ $json.tags | join: ', ' }}"],
    ["={{ $json.x || 'none' }}", "{{ $json.x | default: 'none' }}"],
    ['={{ $json.x ?? $json.y }}', '{{ $json.x | default: $json.y }}'],
    ['={{ $json.list.first() }}', '{{ $json.list | first }}'],
    ["={{ $json.x.replaceAll('a', 'b') }}", "{{ $json.x | replace: 'a', 'b' }}"],
    ['={{ $json.x.slice(0, 20) }}', '{{ $json.x | truncate: 20 }}'],
    [
      "={{ DateTime.fromISO($json.at).toFormat('dd.MM.yyyy') }}",
      "{{ $json.at | date: 'DD.MM.YYYY' }}",
    ],
    ['={{ $now }}', "{{ $node['Start'].json.firedAt }}"],
    [
      "={{ $now.toFormat('yyyy-MM-dd') }}",
      "{{ $node['Start'].json.firedAt | date: 'YYYY-MM-DD' }}",
    ],
    ['={{ $today }}', "{{ $node['Start'].json.firedAt | date: 'YYYY-MM-DD' }}"],
    ["={{ 'Mr ' + $json.name }}", 'Mr {{ $json.name }}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the text of a file.
    ['={{ `${$json.a}/${$json.b}` }}', '{{ $json.a }}/{{ $json.b }}'],
    ['={{ $json.count + 1 }}', '{{ $json.count | plus: 1 }}'],
    ['={{ JSON.stringify($json.x) }}', '{{ $json.x | json }}'],
    ['={{ encodeURIComponent($json.x) }}', '{{ $json.x | url }}'],
    ['={{ true }}', true],
    ['={{ $json.list.first().name }}', '{{ $json.list[0].name }}'],
    ["={{ $ifEmpty($json.a, 'none') }}", "{{ $json.a | default: 'none' }}"],
    ['={{ $item("0").$node["Start"].json["x"] }}', "{{ $node['Start'].json.x }}"],
  ])('translates %s', async (given, expected) => {
    const { value, note } = await translate(given)
    expect(value).toBe(expected)
    expect(note?.outcome).toBe('mapped')
  })

  it('translates objects and lists with expressions inside', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the text of a file.
    const given = '={{ { "a": [$json.x, 1, null], b: { c: `${$json.y}!` } } }}'
    expect((await translate(given)).value).toEqual({
      a: ['{{ $json.x }}', 1, null],
      b: { c: '{{ $json.y }}!' },
    })
  })

  it.each([
    '={{ $json.list.map((each) => each.name) }}',
    '={{ $json.a ? 1 : 2 }}',
    "={{ $('Nowhere').item.json.x }}",
    '={{ $env.TOKEN }}',
    "={{ $('Start').last().json.id }}",
    "={{ $('Start').all()[3].json.id }}",
    "={{ $items('Start')[2].json.id }}",
    '={{ $item("2").$node["Start"].json["x"] }}',
    '={{ encodeURI($json.x) }}',
    "={{ $now.toFormat('EEEE') }}",
    '={{ $json.x.replace(/a/g, "b") }}',
    '={{ process.exit(1) }}',
    '={{ (((((((((((((((((((((((((((((((((((((($json.x)))))))))))))))))))))))))))))))))))))) }}',
  ])('keeps %s and names it when it has no counterpart', async (given) => {
    const { value, note } = await translate(given)
    expect(value).toBe(given.slice(1))
    expect(note).toMatchObject({ outcome: 'approximated' })
    expect(note?.message).toContain('no counterpart')
  })

  it.each([
    ['={{ $json.list.length }}', '{{ $json.list | count }}', 'count'],
    ["=a {{ $json.x.replace('a', 'b') }}", "a {{ $json.x | replace: 'a', 'b' }}", 'replace'],
    ['={{ parseInt($json.x) }}', '{{ $json.x | number }}', 'decimals'],
    ['={{ $json.x.toInt() }}', '{{ $json.x | number }}', 'decimals'],
  ])('translates %s and says what differs', async (given, expected, difference) => {
    const { value, note } = await translate(given)
    expect(value).toBe(expected)
    expect(note?.outcome).toBe('approximated')
    expect(note?.message).toContain(difference)
  })

  it('translates a field once when a Set step selects it', async () => {
    const http = { name: 'Get', type: 'httpRequest', parameters: { url: 'https://example.com' } }
    const set = {
      name: 'Set',
      type: 'set',
      typeVersion: 3.4,
      parameters: {
        includeOtherFields: true,
        include: 'selected',
        includeFields: 'id, First Name, tags[0]',
      },
    }
    const { graph } = await readRow(http, set)
    expect(readParams(graph, 'Set')).toMatchObject({
      fields: [
        { name: 'id', value: '{{ $json.body.id }}' },
        { name: 'First Name', value: "{{ $json.body['First Name'] }}" },
        { name: 'tags', value: '{{ $json.body.tags[0] }}' },
      ],
    })
  })

  it('reads a field with a blank in its name when it is renamed', async () => {
    const { graph } = await readRow({
      name: 'Rename',
      type: 'renameKeys',
      parameters: { keys: { key: [{ currentKey: 'First Name', newKey: 'first' }] } },
    })
    expect(readParams(graph, 'Rename')).toEqual({
      fields: [{ name: 'first', value: "{{ $json['First Name'] }}" }],
      remove: ['First Name'],
    })
  })

  it('is named in a note when only the graph check finds its mistake', async () => {
    const step = { name: 'Few', type: 'n8n-nodes-base.limit', parameters: {} }
    const { notes } = await importN8n({ nodes: [step] }, palette, pace, async () => [
      { path: 'graph.nodes.0.params.count', message: 'Not an expression: $json.a b' },
    ])
    expect(notes).toContainEqual(
      expect.objectContaining({ nodeName: 'Few', message: 'Not an expression: $json.a b' }),
    )
  })

  it('reads the fields of a feed by their names here', async () => {
    const feed = { name: 'Feed', type: 'rssFeedRead', parameters: { url: 'https://example.com' } }
    expect((await translate('={{ $json.link }} {{ $json.contentSnippet }}', feed)).value).toBe(
      '{{ $json.url }} {{ $json.summary }}',
    )
  })

  it('reads a response under body when it refers to an HTTP request', async () => {
    const http = { name: 'Get', type: 'httpRequest', parameters: { url: 'https://example.com' } }
    expect((await translate('={{ $json.total }}', http)).value).toBe('{{ $json.body.total }}')
    expect((await translate("={{ $('Get').item.json.total }}", http)).value).toBe(
      "{{ $node['Get'].json.body.total }}",
    )
    const filter = {
      name: 'If',
      type: 'if',
      typeVersion: 2,
      parameters: {
        conditions: {
          combinator: 'and',
          conditions: [
            { leftValue: '={{ $json.total }}', rightValue: 5, operator: { operation: 'gt' } },
          ],
        },
      },
    }
    const { graph } = await readRow(http, filter)
    expect(readParams(graph, 'If')).toEqual({
      combinator: 'and',
      conditions: [{ left: '{{ $json.body.total }}', operator: 'gt', right: 5 }],
    })
  })
})
