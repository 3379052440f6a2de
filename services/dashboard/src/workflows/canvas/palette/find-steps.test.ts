import type { NodeCategory, NodeDescriptor } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findSteps, groupSteps } from './find-steps.ts'

const step = (
  type: string,
  label: string,
  category: NodeCategory,
  { description = '', keywords = [] }: { description?: string; keywords?: string[] } = {},
): NodeDescriptor => ({
  type,
  label,
  description,
  category,
  mode: 'deterministic',
  outputs: ['main'],
  inputs: {},
  emits: [],
  keywords,
  skillable: false,
})
const palette = new Map(
  [
    step('create_card', 'Create card', 'act', {
      description: 'Creates a card on the board',
      keywords: ['task', 'to-do'],
    }),
    step('trigger.manual', 'Run button', 'trigger', { description: 'Starts a run' }),
    step('video_to_tasks', 'Video to cards', 'ingest', {
      description: 'Creates a task for each promise',
    }),
    step('log_activity', 'Log activity', 'act', { description: 'Writes a note to a card' }),
    step('update_task', 'Update card', 'act', { description: 'Moves it' }),
    step('wait', 'Wait', 'decide', {
      description: 'Holds the run for a time, said again',
      keywords: ['pause', 'delay'],
    }),
    step('tag', 'Label mail', 'act', { description: 'Puts a label on each mail' }),
    step('read_mailbox', 'Read mailbox', 'ingest', {
      description: 'Reads new messages',
      keywords: ['mail', 'email', 'inbox'],
    }),
    step('agent', 'Agent', 'enrich', {
      description: 'Thinks in several turns',
      keywords: ['AI', 'language model', 'ChatGPT'],
    }),
    step('notify', 'Notify', 'act', { description: 'Tells a member if something happens' }),
    step('if', 'If', 'decide', { keywords: ['condition', 'branch'] }),
  ].map((each) => [each.type, each]),
)
const find = (typed: string) => findSteps(palette, typed).map(({ type }) => type)

test('lists all steps by group, triggers first or after all others if another step comes before', () => {
  expect(groupSteps(palette).map(({ category }) => category)).toEqual([
    'trigger',
    'ingest',
    'decide',
    'enrich',
    'act',
  ])
  expect(groupSteps(palette, true).at(-1)?.category).toBe('trigger')
  expect(groupSteps(palette).flatMap(({ steps }) => steps)).toHaveLength(palette.size)
  expect(find(' ')).toHaveLength(palette.size)
})

test('ranks the beginning of a label, then a keyword, then a word of the label, then the description', () => {
  expect(find('label')).toEqual(['tag'])
  expect(find('mail')).toEqual(['read_mailbox', 'tag'])
  expect(find('CARD')).toEqual(['create_card', 'update_task', 'video_to_tasks', 'log_activity'])
  expect(find('task')).toEqual(['create_card', 'update_task', 'video_to_tasks'])
  expect(find('if')).toEqual(['if', 'notify'])
  expect(find('nothing')).toEqual([])
})

test('finds a short word only as a whole word or as the beginning of a name', () => {
  expect(find('ai')).toEqual(['agent'])
  expect(find('wai')).toEqual(['wait'])
  expect(find('Ág')).toEqual(['agent'])
})

test('puts the step first whose first keywords have the word, and then the step that is about it', () => {
  const steps = [
    step('dispatch', 'Dispatch', 'act', { keywords: ['send', 'card'] }),
    step('read_tasks', 'Read cards', 'ingest', { keywords: ['card'] }),
    step('create_card', 'Create card', 'act', { keywords: ['card', 'task'] }),
    step('contact', 'New contact card', 'act', { keywords: ['person', 'add card'] }),
  ]
  const found = findSteps(new Map(steps.map((each) => [each.type, each])), 'card')
  expect(found.map(({ type }) => type)).toEqual([
    'create_card',
    'read_tasks',
    'dispatch',
    'contact',
  ])
})

test('puts a step that is about a word before a step whose label begins with it', () => {
  const steps = [
    step('post_comment', 'Post the first comment', 'act', { keywords: ['reply'] }),
    step('publish', 'Publish post', 'act', { keywords: ['share', 'post'] }),
    step('create_post', 'Create post', 'act', { keywords: ['post', 'draft'] }),
  ]
  const found = findSteps(new Map(steps.map((each) => [each.type, each])), 'post')
  expect(found.map(({ type }) => type)).toEqual(['create_post', 'post_comment', 'publish'])
})

test('requires every word, and finds a keyword of several words', () => {
  expect(find('card note')).toEqual(['log_activity'])
  expect(find('create card')).toEqual(['create_card', 'video_to_tasks'])
  expect(find('language model')).toEqual(['agent'])
  expect(find('to-do')).toEqual(['create_card'])
})
