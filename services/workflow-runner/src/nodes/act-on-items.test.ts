import { commonErrors, type WorkflowItem } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { aMail, mailWorld } from '../../test/mail-world.ts'
import { postingBoard } from '../../test/posting-board.ts'
import { runNode } from '../../test/run-node.ts'

const aPage = {
  canonical: '',
  title: 'Bread',
  summary: 'About',
  description: '',
  text: 'Text',
  image: '',
  siteName: '',
  author: '',
  publishedAt: '',
  truncated: false,
  contentType: 'text/html',
  verdict: null,
  needsScripts: false,
}

const items = (...jsons: Record<string, unknown>[]): WorkflowItem[] =>
  jsons.map((json) => ({ json }))

describe('a batch with one bad item', () => {
  it('creates the other cards and names the item when its title is empty', async () => {
    const world = postingBoard()
    const given = items({ title: 'First' }, { title: ' ' }, { title: 'Third' })
    const params = { title: '{{ $json.title }}' }
    const { record, outputs } = await runNode('create_card', given, { params, ports: world.ports })
    expect(outputs['main']?.map(({ json }) => json['title'])).toEqual(['First', 'Third'])
    expect(record).toMatchObject({
      status: 'completed',
      itemsOut: 2,
      incomplete: true,
      message: '1 of 3 refused: item 2 of 3: title is empty',
    })
  })

  it('continues when the first item is refused', async () => {
    const world = postingBoard()
    const given = items({ title: '' }, { title: 'Second' })
    const params = { title: '{{ $json.title }}' }
    const { record } = await runNode('create_card', given, { params, ports: world.ports })
    expect(record).toMatchObject({
      itemsOut: 1,
      message: '1 of 2 refused: item 1 of 2: title is empty',
    })
  })

  it('fails when every item is refused, and names the first ones', async () => {
    const world = postingBoard()
    const given = items(...Array.from({ length: 7 }, () => ({ title: '' })))
    const params = { title: '{{ $json.title }}' }
    const { record } = await runNode('create_card', given, { params, ports: world.ports })
    expect(record).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('title is empty'),
    })
    const one = await runNode('create_card', items({ title: '' }), { params, ports: world.ports })
    expect(one.record?.error).toBe('title is empty')
  })

  it('states the limit when a text is too long', async () => {
    const world = postingBoard()
    const given = items({ title: 'x'.repeat(501) })
    const params = { title: '{{ $json.title }}' }
    const { record } = await runNode('create_card', given, { params, ports: world.ports })
    expect(record?.error).toBe('title is longer than 500 characters')
  })

  it('fails at once when the board is unavailable', async () => {
    const world = postingBoard()
    const { board } = world.ports
    if (board === null) throw new Error('a world has a board')
    const createCard = () => Promise.reject(commonErrors.unavailable())
    const ports = { ...world.ports, board: { ...board, createCard } }
    const given = items({ title: 'First' }, { title: 'Second' })
    const { record } = await runNode('create_card', given, {
      params: { title: '{{ $json.title }}' },
      ports,
    })
    expect(record).toMatchObject({ status: 'failed', itemsOut: 0 })
  })

  it.each([
    ['update_task', { taskId: '{{ $json.taskId }}', status: 'done' }],
    ['log_activity', { taskId: '{{ $json.taskId }}', text: 'Called' }],
  ])('continues in %s when one card is not named or refused', async (type, params) => {
    const changed: string[] = []
    const world = postingBoard()
    const { board } = world.ports
    if (board === null) throw new Error('a world has a board')
    const change = ({ taskId }: { taskId: string }): void => {
      if (taskId === 'gone') throw commonErrors.not_found({ message: 'The card is gone' })
      changed.push(taskId)
    }
    const ports = {
      ...world.ports,
      board: {
        ...board,
        updateCard: async (input: { taskId: string }) => {
          change(input)
          return { card: {} as never }
        },
        appendTimeline: async (input: { taskId: string }) => {
          change(input)
          return { entry: {} as never }
        },
      },
    }
    const given = items({ taskId: 'a' }, { taskId: 'gone' }, {}, { taskId: 'b' })
    const { record } = await runNode(type, given, { params, ports })
    expect(changed).toEqual(['a', 'b'])
    expect(record).toMatchObject({
      status: 'completed',
      itemsOut: 2,
      incomplete: true,
      message:
        '2 of 4 refused: item 2 of 4: The card is gone; item 3 of 4: Missing field "$json.taskId"',
    })
  })

  it('fails log_activity on an empty text, but only after the other entries are written', async () => {
    const written: string[] = []
    const world = postingBoard()
    const { board } = world.ports
    if (board === null) throw new Error('a world has a board')
    const appendTimeline = async ({ taskId }: { taskId: string }) => {
      written.push(taskId)
      return { entry: {} as never }
    }
    const ports = { ...world.ports, board: { ...board, appendTimeline } }
    const given = items({ taskId: 'a', text: ' ' }, { taskId: 'b', text: 'Hello' })
    const { record } = await runNode('log_activity', given, { params: { bodyKey: 'text' }, ports })
    expect(record).toMatchObject({
      status: 'failed',
      error: 'The text is empty, so there is nothing to write',
    })
    expect(written).toEqual(['b'])
  })

  it('labels the other messages when one item is not a message', async () => {
    const world = mailWorld([aMail('m1', 1_000), aMail('m2', 2_000)])
    const given = items({ messageId: 'm1' }, { title: 'No message' }, { messageId: 'm2' })
    const params = { connector: 'chn_1', label: 'Filed' }
    const { record } = await runNode('tag', given, { params, ports: world.ports })
    expect(world.messages.map(({ labelIds }) => labelIds.includes('Label_1'))).toEqual([true, true])
    expect(record).toMatchObject({
      itemsOut: 2,
      incomplete: true,
      message: '1 of 3 refused: item 2 of 3: Missing field "messageId"',
    })
  })

  it.each([
    ['set_fields', { fields: [{ name: 'town', value: '{{ $json.city }}' }] }, '$json.city'],
    ['split', { field: 'lines' }, 'lines'],
    ['dedupe', { by: ['city'] }, 'city'],
    ['read_url', { url: '{{ $json.address }}' }, '$json.address'],
    ['wait', { until: '{{ $json.at }}' }, '$json.at'],
  ])('continues in %s when one item lacks the field', async (type, params, field) => {
    const whole = {
      city: 'Lyon',
      lines: [1],
      address: 'https://example.com/',
      at: '2020-01-01T00:00:00Z',
    }
    const given = items(
      whole,
      { title: 'Bare' },
      { ...whole, city: 'Rome', address: 'https://example.org/' },
    )
    const read = async (url: string) => ({ ...aPage, url })
    const { record, outputs } = await runNode(type, given, { params, ports: { pages: { read } } })
    expect(outputs['main']).toHaveLength(2)
    expect(record).toMatchObject({
      status: 'completed',
      incomplete: true,
      message: `1 of 3 refused: item 2 of 3: Missing field "${field}"`,
    })
  })

  it.each(['if', 'switch'])(
    'sorts the other items in %s when one has an invalid pattern',
    async (type) => {
      const group = {
        combinator: 'and',
        conditions: [{ left: 'text', operator: 'matches', right: '{{ $json.pattern }}' }],
      }
      const params = type === 'if' ? group : { rules: [{ ...group, output: 'true' }] }
      const given = items(
        { text: 'abc', pattern: 'b' },
        { text: 'abc', pattern: '(' },
        { text: 'abc', pattern: 'x' },
      )
      const { record, outputs } = await runNode(type, given, { params })
      expect(outputs['true']).toHaveLength(1)
      expect(outputs[type === 'if' ? 'false' : 'else']).toHaveLength(1)
      expect(record).toMatchObject({ status: 'completed', incomplete: true })
      expect(record?.message).toContain('item 2 of 3: This pattern is not valid')
    },
  )

  it('does not refuse an item when a condition finds no value', async () => {
    const conditions = [{ left: '{{ $json.city }}', operator: 'is', right: '{{ $json.city }}' }]
    const given = items({ city: 'Lyon' }, {})
    const { record } = await runNode('if', given, { params: { combinator: 'and', conditions } })
    expect(record).toMatchObject({ status: 'completed', itemsOut: 2, incomplete: false })
  })

  it('fails split as a whole when the lists together exceed the limit of the run', async () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => at)
    const { record } = await runNode('split', items({ lines }, { lines }), {
      params: { field: 'lines' },
    })
    expect(record).toMatchObject({
      status: 'failed',
      error: 'The lists have more than 10000 elements',
    })
  })

  it('sends the other mails when one recipient is not a mail address', async () => {
    const sent: string[] = []
    const ports = {
      sendMail: async ({ recipient }: { recipient: string }) => {
        sent.push(recipient)
        return true
      },
    }
    const given = items({ to: 'a@example.com' }, { to: 'nobody' }, { to: 'b@example.com' })
    const params = { to: '{{ $json.to }}', subject: 'Hello', text: 'Text' }
    const { record } = await runNode('send_email', given, { params, ports })
    expect(sent).toEqual(['a@example.com', 'b@example.com'])
    expect(record?.message).toContain('item 2 of 3: Parameter "to"')
  })
})

it('uses a placeholder title if a mail has no subject', async () => {
  const lines = ['From: Mill <mill@example.com>', 'Subject: ', '', 'Text']
  const world = mailWorld([
    aMail('m1', 1_000, lines),
    aMail('m2', 2_000, ['From: a@example.com', '', 'Text']),
  ])
  const { outputs } = await runNode('read_mailbox', items({}), {
    params: { connector: 'chn_1' },
    ports: world.ports,
  })
  expect(outputs['main']?.map(({ json }) => json['title'])).toEqual([
    '(No subject)',
    '(No subject)',
  ])
})
