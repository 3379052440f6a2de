import { foldText, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { missingField, NodeError, ownText } from '../../engine/index.ts'
import { PageError } from '../../pages/page-error.ts'
import type { SearchResult } from '../../pages/result-links.ts'
import {
  attemptItems,
  leftBy,
  listUnreached,
  outputsResult,
  type Refusal,
  withLeft,
} from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

/** People per run, because the search limits the number of requests. */
const most = 50

const Params = z.object({
  name: z.string().max(200).optional().describe('The person’s name. By default, the item’s own'),
  company: z
    .string()
    .max(200)
    .optional()
    .describe('The person’s company. By default, the item’s own'),
  limit: z.number().int().min(1).max(most).default(25).describe('The most people to look up'),
})
type Params = z.output<typeof Params>
type Context = ContextOf<'search' | 'pages', Params>

export const findProfilePage = defineNode({
  type: 'find_profile_page',
  label: 'Find profile page',
  description:
    'Searches the web for the professional profile of each person and reads the first one',
  category: 'ingest',
  keywords: ['linkedin', 'person', 'people', 'contact', 'search', 'research', 'lead'],
  outputs: ['main', 'declined'],
  params: Params,
  emits: emitted({
    name: field.text('Name', 'Zoe Nobis'),
    profileUrl: field.url('Link to the profile', 'https://www.linkedin.com/in/zoe-nobis'),
    profileTitle: field.text('Profile title', 'Zoe Nobis - Curator - Kunsthalle | LinkedIn'),
    jobTitle: field.text('Job title', 'Curator'),
    company: field.text('Company', 'Kunsthalle'),
    summary: field.text('Summary', 'Curator of contemporary art'),
    rawContent: common.rawContent,
    image: common.image,
    url: common.url,
    contentType: common.contentType,
  }),
  needs: ['search', 'pages'],
  async execute(items, params, context) {
    const asked = items.length === 0 ? 1 : Math.min(items.length, params.limit)
    const main: WorkflowItem[] = []
    const declined: WorkflowItem[] = []
    const failed: Refusal[] = []
    const lookUp = async (
      item: WorkflowItem | undefined,
      at: number,
      given: Params,
    ): Promise<void> => {
      const person = readPerson(item, at, given, context)
      try {
        const found = await find(person, context)
        if (found !== undefined) main.push(toItem(item, person, found, context))
        else if (item !== undefined) declined.push(item)
      } catch (error) {
        if (!(error instanceof PageError)) throw error
        const { message, passing } = error
        failed.push({ at, message, passing, fix: null })
      }
    }
    if (items.length === 0) await lookUp(undefined, 0, params)
    const { refusals } = await attemptItems(items.slice(0, asked), context, lookUp)
    const [first] = failed
    if (first !== undefined && failed.length + refusals.length === asked)
      throw new NodeError(first.message, { left: leftBy([...refusals, ...failed]) })
    const notes = [
      declined.length > 0 ? `Found no profile page for ${declined.length}` : '',
      first === undefined ? '' : `${failed.length} not searched: ${first.message}`,
    ].filter((note) => note !== '')
    const result = outputsResult({ main, declined }, refusals, {
      count: Math.max(items.length, 1),
      notes,
    })
    const unreached = [...items.keys()].slice(asked)
    return withLeft(result, [...leftBy(failed), ...listUnreached(unreached)])
  },
})

interface Person {
  name: string
  company: string
}

function readPerson(
  item: WorkflowItem | undefined,
  at: number,
  params: Params,
  context: Context,
): Person {
  const text = (key: string): string => ownText(item?.json, key).trim()
  const name = (params.name ?? (text('name') || text('title'))).trim().slice(0, 200)
  if (name === '') throw missingField(context.missing(at) ?? 'name')
  return { name, company: (params.company ?? text('company')).trim().slice(0, 200) }
}

interface Found extends SearchResult {
  text: string
  image: string
  contentType: string
}

// Finds the first profile with every part of the name in its title. Reads the page if possible.
async function find({ name, company }: Person, { ports, signal, orgId }: Context) {
  const { search, pages } = ports
  const call = { lane: orgId ?? '', signal }
  const quoted = [name, company]
    .filter((part) => part !== '')
    .map((part) => `"${part.replaceAll('"', ' ')}"`)
  const results = await search.search(['site:linkedin.com/in', ...quoted].join(' '), call)
  const parts = foldText(name).split(/\s+/)
  const result = results.find(({ url, title }) => {
    const words = foldText(title)
    return search.isProfile(url) && parts.every((part) => words.includes(part))
  })
  if (result === undefined) return undefined
  const page = await pages.read(result.url, call).catch((error: unknown) => {
    if (error instanceof PageError) return undefined
    throw error
  })
  const open = page?.verdict === 'boilerplate' ? undefined : page
  return {
    ...result,
    text: open?.text ?? '',
    image: open?.image ?? '',
    contentType: open?.contentType ?? '',
  }
}

/**
 * Parses a profile title: `Name - Job title - Company | Network`. The last two parts may be
 * missing.
 */
function headline(title: string): { jobTitle: string; company: string } {
  const parts =
    title
      .split('|', 1)[0]
      ?.split(/ [-–—] /)
      .map((part) => part.trim()) ?? []
  return {
    jobTitle: parts.length > 2 ? (parts[1] ?? '') : '',
    company: parts.length > 1 ? (parts.at(-1) ?? '') : '',
  }
}

function toItem(from: WorkflowItem | undefined, person: Person, found: Found, context: Context) {
  const { jobTitle, company } = headline(found.title)
  const { url, title: profileTitle, snippet: summary, text: rawContent, image, contentType } = found
  const item: WorkflowItem = {
    externalId: url,
    source: { scheme: 'web', host: new URL(url).host },
    json: {
      ...from?.json,
      name: person.name,
      profileUrl: url,
      profileTitle,
      jobTitle,
      company: person.company || company,
      summary,
      rawContent,
      image,
      url,
      contentType,
    },
  }
  return from === undefined ? item : context.derive(from, item)
}
