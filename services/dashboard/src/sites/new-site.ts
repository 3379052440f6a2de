import {
  createSite,
  createTemplate,
  createTemplateInstance,
  deleteTemplate,
  deleteTemplateInstance,
  type NewTemplate,
  type Template,
  type TemplateVariable,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { putSite, templatesQuery } from './site-queries.ts'

/** The ids of records made by an interrupted creation. A retry continues from them. */
export interface Made {
  templateId: string | undefined
  instanceId: string | undefined
}

/** The text variables that name the page in our starters. */
const titles: ReadonlySet<string> = new Set(['headline', 'name', 'title'])

/**
 * Returns a new page's first values, so that it starts with the organisation's own words: the
 * site's name as its title, and the brand colour.
 */
function firstValues(
  variables: readonly TemplateVariable[],
  { name, brandColor }: { readonly name: string; readonly brandColor: string | null },
): Record<string, string> {
  const title = variables.find((one) => one.type === 'text' && titles.has(one.name))
  const colour = variables.find((one) => one.type === 'color')
  return {
    ...(title === undefined ? {} : { [title.name]: name }),
    ...(colour === undefined || brandColor === null ? {} : { [colour.name]: brandColor }),
  }
}

/** Creates a site from a template. If the template is a starter, the template is created first. */
export const createSiteMutation = (queryClient: QueryClient, made: Made) =>
  mutationOptions({
    mutationFn: async ({
      template,
      isStarter,
      name,
      slug,
      brandColor,
    }: {
      template: Template | NewTemplate
      /** True if the template is one of ours. */
      isStarter: boolean
      name: string
      slug: string
      brandColor: string | null
    }) => {
      const isStored = 'id' in template
      if (!isStored) made.templateId ??= (await atrium.call(createTemplate, { body: template })).id
      const templateId = isStored ? template.id : (made.templateId ?? '')
      const body = {
        templateId,
        name,
        values: isStarter ? firstValues(template.variables ?? [], { name, brandColor }) : {},
      }
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
