import { type Card, type CardPatch, maxCardBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, ownText } from '../../engine/index.ts'
import { cardParam, getCard, readCardId } from '../cards.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { enrichCard, failEnrichment } from './enriched-card.ts'

const Params = z.object({
  taskId: cardParam('The link card'),
  needsOwnWords: z
    .boolean()
    .default(false)
    .describe('Fails the card if the page has no title or description and no model describes it'),
})
type Context = ContextOf<'org' | 'board', z.output<typeof Params>>

const fieldKeys = ['summary', 'image', 'siteName', 'author', 'publishedAt', 'contentType'] as const

export const updateLink = defineNode({
  type: 'update_link',
  label: 'Update link',
  description: 'Writes the first item to its link card, or the reason if there is no item',
  category: 'act',
  keywords: ['bookmark', 'url', 'page', 'card', 'web'],
  params: Params,
  usesPersonsRights: true,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    const [item] = items
    const card = await getCard(context, readCardId(item?.json, 0, context))
    if (card.kind !== 'link') throw new NodeError(`The card ${card.id} is not a link`)
    const reason = item === undefined ? undefined : unusableReason(item, context)
    const left =
      item === undefined || reason !== undefined
        ? await failEnrichment(card, context, reason)
        : await enrich(card, item, context)
    const rest = items.length > 1 ? `The first of ${items.length} items was written` : ''
    const message = left ? 'The card was moved in the meantime and left unchanged' : rest
    return { outputs: { main: items.slice(0, 1) }, message }
  },
})

/**
 * Returns the failure reason if no model described the page and the page lacks a title or
 * description.
 */
function unusableReason({ json }: WorkflowItem, context: Context): string | undefined {
  const notEnriched = ownText(json, 'notEnriched').trim()
  if (notEnriched === '' && !context.paramsFor(0).needsOwnWords) return undefined
  const missing = ['title', 'description'].filter((key) => ownText(json, key).trim() === '')
  if (missing.length === 0) return undefined
  return `${notEnriched || 'No language model is connected'}. The page has no ${missing.join(' and no ')} of its own.`
}

function enrich(card: Card, item: WorkflowItem, context: Context): Promise<boolean> {
  const text = (key: string): string => ownText(item.json, key).trim()
  const title = text('title').slice(0, 500).toWellFormed()
  const body = text('rawContent').slice(0, maxCardBody).toWellFormed()
  const fields = Object.fromEntries(
    fieldKeys.map((key) => [key, text(key) === '' ? null : text(key)]),
  )
  const patch: CardPatch = {
    status: 'enriched',
    ...(title !== '' && isUntitled(card) ? { title } : {}),
    // Keep the user's notes.
    ...(body !== '' && card.body.trim() === '' ? { body } : {}),
    fields: { ...fields, ...(title === '' ? {} : { pageTitle: title }) },
  }
  return enrichCard(card, { item, patch, at: 0, context })
}

// A captured link has its host as title until its page is read. Any other title comes from a user
// and stays.
const isUntitled = ({ title, fields }: Card): boolean => {
  const { url, pageTitle } = fields
  const host =
    typeof url === 'string' && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
  return title.trim() === '' || title === host || title === pageTitle
}
