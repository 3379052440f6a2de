import { listCards, listEventTypes, listNodes, listSkills, listWorkflowTemplates } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

const longMs = 5 * 60_000
const pageSize = 100

/** The nodes that can be drawn here. */
export const nodesQuery = queryOptions({
  queryKey: ['workflows', 'nodes'],
  queryFn: ({ signal }) => atrium.call(listNodes, {}, { signal }),
  select: ({ items }) => new Map(items.map((descriptor) => [descriptor.type, descriptor])),
  staleTime: longMs,
})

/** The events that start a run, with the fields of their payloads. */
export const eventTypesQuery = queryOptions({
  queryKey: ['workflows', 'event-types'],
  queryFn: ({ signal }) => atrium.call(listEventTypes, {}, { signal }),
  select: ({ items }) => items,
  staleTime: longMs,
})

/** Graphs to begin with. */
export const templatesQuery = queryOptions({
  queryKey: ['workflows', 'templates'],
  queryFn: ({ signal }) => atrium.call(listWorkflowTemplates, {}, { signal }),
  select: ({ items }) => items,
  staleTime: longMs,
})

/** The skills of the organisation. */
export const skillsQuery = queryOptions({
  queryKey: ['skills', 'list'],
  queryFn: ({ signal }) => atrium.call(listSkills, { query: { limit: pageSize } }, { signal }),
  select: ({ items }) => items,
})

/** The tags of the cards that changed last, in the order of the alphabet. */
export const usedTagsQuery = queryOptions({
  queryKey: ['workflows', 'used-tags'],
  queryFn: ({ signal }) =>
    atrium.call(listCards, { query: { sortBy: 'updatedAt', limit: pageSize } }, { signal }),
  select: ({ items }) => [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b)),
  staleTime: longMs,
})
