import {
  foldText,
  getSkill,
  listCards,
  listEventTypes,
  listNodes,
  listSkills,
  listWorkflowTemplates,
  type SkillKind,
  skillKinds,
  type WorkflowEventType,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'

export type EventType = z.output<typeof WorkflowEventType>

const longMs = 5 * 60_000
const pageSize = 100
const foundSize = 50

export const nodesQuery = queryOptions({
  ...operationQuery(['workflows', 'nodes'], listNodes, {}),
  select: ({ items }) => new Map(items.map((descriptor) => [descriptor.type, descriptor])),
  staleTime: longMs,
})

/** Lists the trigger events with their payload fields. */
export const eventTypesQuery = queryOptions({
  ...operationQuery(['workflows', 'event-types'], listEventTypes, {}),
  select: ({ items }) => items,
  staleTime: longMs,
})

const toWords = ({ items }: { readonly items: readonly EventType[] }) =>
  new Map(items.map(({ type, description }) => [type, description]))

/** The descriptions of the trigger events by type. */
export const eventWordsQuery = queryOptions({
  ...operationQuery(['workflows', 'event-types'], listEventTypes, {}),
  select: toWords,
  staleTime: longMs,
})

export const templatesQuery = queryOptions({
  ...operationQuery(['workflows', 'templates'], listWorkflowTemplates, {}),
  select: ({ items }) => items,
  staleTime: longMs,
})

/**
 * Lists skills with `q` in their name, of one kind or of all kinds. Without `q`, lists the newest.
 */
export const foundSkillsQuery = (kind: SkillKind | undefined, q: string) =>
  queryOptions({
    ...operationQuery(['skills', 'list', 'found', kind, q], listSkills, {
      query: {
        limit: foundSize,
        ...(kind === undefined ? {} : { kind }),
        ...(q === '' ? {} : { q }),
      },
    }),
    select: ({ items }) => items,
    placeholderData: (former) => former,
  })

export const namedSkillQuery = (id: string) =>
  operationQuery(['skills', 'one', id], getSkill, { params: { id } })

export const skillKindsQuery = queryOptions({
  queryKey: ['skills', 'list', 'kinds'],
  queryFn: async ({ signal }) => {
    const pages = await Promise.all(
      skillKinds.map((kind) => atrium.call(listSkills, { query: { kind, limit: 1 } }, { signal })),
    )
    return pages.flatMap(({ items }) => items.map(({ kind }) => ({ kind })))
  },
})

/**
 * Lists tags with `q` in alphabetical order. Without `q`, lists the tags of the latest changed
 * cards.
 */
export const usedTagsQuery = (q: string) =>
  queryOptions({
    ...operationQuery(['workflows', 'used-tags', q], listCards, {
      query: { limit: pageSize, ...(q === '' ? { sortBy: 'updatedAt' as const } : { q }) },
    }),
    select: ({ items }) =>
      [...new Set(items.flatMap(({ tags }) => tags))]
        .filter((tag) => foldText(tag).includes(foldText(q)))
        .sort((a, b) => a.localeCompare(b)),
    staleTime: longMs,
    placeholderData: (former) => former,
  })
