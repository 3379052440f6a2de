import {
  createSite,
  createTemplate,
  createTemplateInstance,
  deleteTemplate,
  deleteTemplateInstance,
  type NewTemplate,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { putSite, templatesQuery } from './site-queries.ts'

/** The ids of records made by an interrupted creation. A retry continues from them. */
export interface Made {
  templateId: string | undefined
  instanceId: string | undefined
}

/** Creates a site from a template. If the template is a starter, the template is created first. */
export const createSiteMutation = (queryClient: QueryClient, made: Made) =>
  mutationOptions({
    mutationFn: async ({
      template,
      name,
      slug,
    }: {
      template: string | NewTemplate
      name: string
      slug: string
    }) => {
      if (typeof template !== 'string') {
        made.templateId ??= (await atrium.call(createTemplate, { body: template })).id
      }
      const templateId = typeof template === 'string' ? template : (made.templateId ?? '')
      const body = { templateId, name, values: {} }
      made.instanceId ??= (await atrium.call(createTemplateInstance, { body })).id
      const { instanceId } = made
      return atrium.call(createSite, {
        body: { name, instanceId, ...(slug === '' ? {} : { slug }) },
      })
    },
    onSuccess: (site) => putSite(queryClient, site),
    onSettled: () => queryClient.invalidateQueries(templatesQuery),
  })

/**
 * Deletes the records of a cancelled creation. Errors are ignored, because no page shows these
 * records.
 */
export const discard = async (
  queryClient: QueryClient,
  { instanceId, templateId }: Made,
): Promise<void> => {
  try {
    if (instanceId !== undefined) {
      await atrium.call(deleteTemplateInstance, { params: { id: instanceId } })
    }
    if (templateId !== undefined) await atrium.call(deleteTemplate, { params: { id: templateId } })
  } finally {
    await queryClient.invalidateQueries(templatesQuery)
  }
}
