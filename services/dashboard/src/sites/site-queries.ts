import {
  createTemplate,
  deleteSite,
  deleteTemplate,
  deleteTemplateInstance,
  getSite,
  getTemplate,
  getTemplateInstance,
  listSites,
  listTemplates,
  type NewTemplate,
  publishSite,
  type Site,
  type SitePatch,
  type TemplatePatch,
  unpublishSite,
  updateSite,
  updateTemplate,
  updateTemplateInstance,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'

interface Page {
  readonly total: number
  readonly limit: number
  readonly offset: number
}

// A page may hold fewer records than requested, so the next offset follows from the page's own
// limit.
const nextOffset = ({ total, limit, offset }: Page) =>
  offset + limit < total ? offset + limit : undefined

export const sitesQuery = {
  ...offsetPages(['sites', 'list'], (query, options) => atrium.call(listSites, { query }, options)),
  getNextPageParam: nextOffset,
}

export const templatesQuery = {
  ...offsetPages(['templates', 'list'], (query, options) =>
    atrium.call(listTemplates, { query }, options),
  ),
  getNextPageParam: nextOffset,
}

export const siteQuery = (id: string) =>
  operationQuery(['sites', 'one', id], getSite, { params: { id } })

export const templateQuery = (id: string) =>
  operationQuery(['templates', 'one', id], getTemplate, { params: { id } })

export const instanceQuery = (id: string) =>
  operationQuery(['sites', 'instance', id], getTemplateInstance, { params: { id } })

export const putSite = (queryClient: QueryClient, site: Site) => {
  queryClient.setQueryData(siteQuery(site.id).queryKey, site)
  void queryClient.invalidateQueries(sitesQuery)
}

const siteMutation = <Body = void>(
  queryClient: QueryClient,
  mutationFn: (body: Body) => Promise<Site>,
) => mutationOptions({ mutationFn, onSuccess: (site) => putSite(queryClient, site) })

export const updateSiteMutation = (queryClient: QueryClient, id: string) =>
  siteMutation(queryClient, (body: SitePatch) => atrium.call(updateSite, { params: { id }, body }))

export const publishMutation = (queryClient: QueryClient, id: string) =>
  siteMutation(queryClient, () => atrium.call(publishSite, { params: { id } }))

export const unpublishMutation = (queryClient: QueryClient, id: string) =>
  siteMutation(queryClient, () => atrium.call(unpublishSite, { params: { id } }))

/** Saves a page's values. Null removes a value. */
export const saveValues = (id: string, values: Readonly<Record<string, unknown>>) =>
  atrium.call(updateTemplateInstance, { params: { id }, body: { values: { ...values } } })

/** Deletes a site. Its values are also deleted, unless another site shows them. */
export async function removeSite(
  queryClient: QueryClient,
  { id, instanceId }: Site,
): Promise<void> {
  await atrium.call(deleteSite, { params: { id } })
  if (instanceId !== null && !(await isShown(instanceId))) {
    await atrium.call(deleteTemplateInstance, { params: { id: instanceId } })
  }
  await queryClient.invalidateQueries({ queryKey: ['sites'] })
}

async function isShown(instanceId: string): Promise<boolean> {
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = await atrium.call(listSites, { query: { limit: 100, offset } })
    if (page.items.some((site) => site.instanceId === instanceId)) return true
    offset = nextOffset(page)
  }
  return false
}

export const createTemplateMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewTemplate) => atrium.call(createTemplate, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['templates'] }),
  })

export const updateTemplateMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: TemplatePatch) => atrium.call(updateTemplate, { params: { id }, body }),
    onSuccess: (template) => {
      queryClient.setQueryData(templateQuery(id).queryKey, template)
      return queryClient.invalidateQueries(templatesQuery)
    },
  })

export async function removeTemplate(queryClient: QueryClient, id: string): Promise<void> {
  await atrium.call(deleteTemplate, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['templates'] })
}
