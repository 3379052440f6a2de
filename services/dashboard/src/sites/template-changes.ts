import {
  createTemplate,
  deleteTemplate,
  type NewTemplate,
  type TemplatePatch,
  updateTemplate,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { templateQuery, templatesQuery } from './site-queries.ts'

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
