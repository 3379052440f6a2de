import { JsonRecord, LinkHandling, maxCardBody, maxDocumentBytes } from '@atrium/contracts'
import { postDestinationProblem, readDestination, timeProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { NodeError, PassingError } from '../../engine/index.ts'
import type { KeptFile } from '../../files/files-of-runs.ts'
import { actOnItems } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { cardStatuses, choice, common, emitted, field } from '../emitted-fields.ts'
import { filesParam, requireFiles } from '../file-params.ts'
import { itemKeys, keysOfItems } from '../write/item-keys.ts'
import { sourceOfFile, storeAsset } from '../write/store-asset.ts'
import { createPostWriter } from './post-writer.ts'
import { keyParam, publishParams } from './publish-params.ts'

const Destination = z
  .string()
  .superRefine((text, context) => {
    const message = postDestinationProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .describe('An account, or manual://<network host> if somebody posts it themselves')
  .meta({ format: 'connector' })

const WebUrl = z.url({ protocol: /^https?$/ }).max(2_048)

export const createPost = defineNode({
  type: 'create_post',
  label: 'Create post',
  description: 'Drafts one post for each item, and schedules it if publish times are given',
  category: 'act',
  keywords: [
    'post',
    'social',
    'social media',
    'draft',
    'facebook',
    'instagram',
    'linkedin',
    'tweet',
    'new post',
    'schedule post',
  ],
  params: z.object({
    destination: Destination,
    text: z.string().min(1).max(maxCardBody).describe('The text of the post'),
    title: z.string().max(500).default('').describe('The title, for networks that have one'),
    link: WebUrl.optional().describe('The page that the post links to'),
    linkHandling: LinkHandling.default('keep').describe(
      'Whether the link is shown with the post, left out, or put into a comment',
    ),
    media: z
      .array(z.string().min(1).max(2_048))
      .max(20)
      .default([])
      .describe('Web addresses of pictures and videos from your files'),
    files: filesParam(
      'The item’s pictures and videos, added after `media`. They become public with the post',
    ),
    firstComment: z
      .string()
      .max(40_000)
      .optional()
      .describe('The text of the first comment below the post'),
    tags: z
      .array(z.string().trim().min(1).max(100))
      .max(50)
      .default([])
      .describe('Tags of the card'),
    fields: JsonRecord.default({}).describe('Further fields that the network needs'),
    ...publishParams,
    key: keyParam,
  }),
  emits: emitted({
    taskId: common.taskId,
    status: choice('Status', 'draft', cardStatuses),
    dueDate: field.date('Due', '2026-05-06T14:00:00.000Z'),
  }),
  usesPersonsRights: true,
  check: timeProblems,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    const posts = createPostWriter(context, () => keysOfItems(items, context))
    const keyOf = itemKeys(context)
    return actOnItems(
      items,
      context,
      async (item, at, params) => {
        const target = readDestination(params.destination)
        if ('problem' in target || (target.to !== 'channel' && target.to !== 'manual')) {
          throw new NodeError(
            'Choose an account for the post, or manual://<network host> to publish it yourself',
          )
        }
        const { text: body, link = null, firstComment = null } = params
        const { title, tags, fields, linkHandling } = params
        const files = await requireFiles(context, params.files)
        const media = [...params.media, ...(await publishFiles(context, files))]
        const content = { title, body, tags, fields, media, linkHandling, link, firstComment }
        const card = await posts.write(target, content, params, keyOf(item, at, params.key))
        const { id: taskId, status, dueDate } = card
        return context.derive(item, { json: { ...item.json, taskId, status, dueDate } })
      },
      { notes: posts.notes },
    )
  },
})

const mediaTypes = /^(?:image|video)\//

/**
 * Copies the item's pictures and videos to the organisation's public files, each once, because a
 * network has to fetch them. Returns their addresses. Throws `NodeError` if a post cannot show a
 * file.
 */
async function publishFiles(
  { orgId, ports, signal }: Pick<ContextOf<'org'>, 'orgId' | 'ports' | 'signal'>,
  files: readonly KeptFile[],
): Promise<string[]> {
  const addresses: string[] = []
  for (const file of files) {
    if (!mediaTypes.test(file.contentType)) {
      throw new NodeError(`"${file.name}" is not a picture or video, so a post cannot show it`)
    }
    if (ports.files === null) throw new PassingError('The file storage does not respond')
    const saving = { files: ports.files, orgId, signal }
    const source = sourceOfFile(ports, orgId, file)
    const names = { identity: `file:${file.fileId}`, fileName: file.name }
    const limits = { visibility: 'pub', most: maxDocumentBytes } as const
    const answer = await storeAsset(saving, names, source, limits)
    if ('problem' in answer)
      throw new NodeError(`"${file.name}" cannot be in a post: ${answer.problem}`)
    addresses.push(answer.file.url)
  }
  return addresses
}
