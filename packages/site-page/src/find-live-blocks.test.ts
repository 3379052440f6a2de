import { expect, test } from 'vitest'
import { findLiveBlocks } from './find-live-blocks.ts'

const find = (markup: string, ...names: string[]) =>
  findLiveBlocks({ markup, variables: names.map((name) => ({ name })) })

test('finds the live lists that markup shows, also inside a condition', () => {
  expect(find('<p>{{ title }}</p>', 'title')).toEqual([])
  expect(find('{{#each events}}{{ title }}{{/each}}')).toEqual(['events'])
  expect(find('{{#if on}}{{#if products}}{{#each events}}x{{/each}}{{/if}}{{/if}}', 'on')).toEqual([
    'products',
    'events',
  ])
})

test('leaves a list to the template when it is one of its variables', () => {
  expect(find('{{#each products}}{{ this }}{{/each}}', 'products')).toEqual([])
})
