import type { NodeCategory, NodeDescriptor } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { paletteGroups } from './palette-groups.ts'

const node = (
  type: string,
  label: string,
  category: NodeCategory,
  description: string,
): NodeDescriptor => ({
  type,
  label,
  description,
  category,
  mode: 'deterministic',
  outputs: ['main'],
  inputs: {},
  emits: [],
  keywords: [],
  skillable: false,
})
const palette = new Map(
  [
    node('create_card', 'Create card', 'act', 'Creates a card on the board'),
    node('trigger.manual', 'Run button', 'trigger', 'Starts a run'),
    node('video_to_tasks', 'Video to cards', 'ingest', 'Creates a task for each promise'),
    node('log_activity', 'Log activity', 'act', 'Writes a note to a card'),
    node('update_task', 'Update card', 'act', 'Moves it'),
  ].map((each) => [each.type, each]),
)
const types = (typed: string) =>
  paletteGroups(palette, typed).flatMap(({ nodes }) => nodes.map(({ type }) => type))

test('lists all nodes by group, triggers first, if the search is empty', () => {
  expect(paletteGroups(palette, ' ').map(({ category }) => category)).toEqual([
    'trigger',
    'ingest',
    'act',
  ])
  expect(types('')).toHaveLength(5)
})

test('ranks a name above a description, and requires every word', () => {
  expect(types('CARD')).toEqual(['video_to_tasks', 'create_card', 'update_task', 'log_activity'])
  expect(types('card note')).toEqual(['log_activity'])
  expect(types('task')).toEqual(['video_to_tasks', 'update_task'])
  expect(types('nothing')).toEqual([])
})

test('lists the group with the best match first, whatever the usual order of the groups', () => {
  expect(types('create card')).toEqual(['create_card', 'video_to_tasks'])
})
