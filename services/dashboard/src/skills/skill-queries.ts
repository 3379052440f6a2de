import {
  type CreateSkill,
  createSkill,
  deleteSkill,
  getSkill,
  getSkillVersion,
  listSkills,
  listSkillUses,
  listSkillVersions,
  type UpdateSkill,
  updateSkill,
} from '@atrium/contracts'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import type { SendKeyed } from '../platform/connection/request-keys.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'
import type { SkillsSearch } from './skills-search.ts'

/** Lists the organisation's matching skills, newest first. */
export const skillsQuery = ({ q = '', kind }: SkillsSearch) =>
  infiniteQueryOptions({
    ...offsetPages(['skills', 'list', q.trim(), kind ?? 'all'], (page, options) => {
      const query = {
        ...page,
        ...(q.trim() === '' ? {} : { q: q.trim() }),
        ...(kind === undefined ? {} : { kind }),
      }
      return atrium.call(listSkills, { query }, options)
    }),
    placeholderData: (former) => former,
  })

export const skillUsesQuery = operationQuery(['skills', 'uses'], listSkillUses, { query: {} })

export const usesOfSkillQuery = (id: string) =>
  operationQuery(['skills', 'uses', id], listSkillUses, { query: { skill: id } })

export const skillQuery = (id: string) =>
  operationQuery(['skills', 'one', id], getSkill, { params: { id } })

export const versionsQuery = (id: string) =>
  offsetPages(
    ['skills', 'versions', id],
    (query, options) => atrium.call(listSkillVersions, { params: { id }, query }, options),
    20,
  )

export const versionQuery = (id: string, n: number) =>
  queryOptions({
    ...operationQuery(['skills', 'version', id, n], getSkillVersion, { params: { id, n } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['skills'] })

/** Creates a skill. A repeated idempotency key returns the first skill again. */
export const createSkillMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ keyed, ...body }: z.input<typeof CreateSkill> & { keyed: SendKeyed }) =>
      keyed(body, (idempotencyKey) => atrium.call(createSkill, { body }, { idempotencyKey })),
    onSuccess: (skill) => {
      queryClient.setQueryData(skillQuery(skill.id).queryKey, skill)
      return refresh(queryClient)
    },
  })

/** Changes a skill. If the body changes, the skill gets a new version. */
export const changeSkillMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: UpdateSkill) => atrium.call(updateSkill, { params: { id }, body }),
    onSuccess: (skill) => {
      queryClient.setQueryData(skillQuery(id).queryKey, skill)
      return refresh(queryClient)
    },
  })

export const deleteSkillMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(deleteSkill, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: skillQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['skills', 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['skills', 'choices'] })
    },
  })
