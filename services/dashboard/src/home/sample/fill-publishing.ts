import {
  approvePost,
  connectManually,
  connectModel,
  createCard,
  createHappening,
  createSite,
  createTemplate,
  createTemplateInstance,
  getCard,
  orderTickets,
  publishPostNow,
  publishSite,
  settlePicker,
  submitQuote,
  toSettledChannels,
  updateAsset,
} from '@atrium/contracts'
import { ifPossible, type SampleClient, untilDone } from './sample-client.ts'
import {
  openDay,
  pagePosts,
  pictures,
  quoteRequest,
  type SamplePicture,
  sitePage,
  ticketOrders,
} from './sample-publishing.ts'

type Urls = Readonly<Record<keyof typeof pictures, string>>

const [width, height] = [1_200, 800]

/** Draws a simple picture, because the sample data must not load one from elsewhere. */
async function drawPicture([, , [top, bottom, shapes]]: SamplePicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('This browser cannot draw pictures')
  const sky = drawing.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, top)
  sky.addColorStop(1, bottom)
  drawing.fillStyle = sky
  drawing.fillRect(0, 0, width, height)
  drawing.fillStyle = shapes
  for (const [x, y, size] of [
    [300, 560, 190],
    [620, 520, 240],
    [940, 580, 170],
  ] as const) {
    drawing.beginPath()
    drawing.ellipse(x, y, size, size * 0.6, 0, 0, 2 * Math.PI)
    drawing.fill()
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)),
      'image/jpeg',
      0.85,
    ),
  )
}

async function storePicture({ call, upload }: SampleClient, picture: SamplePicture) {
  const [name, altText] = picture
  const { key, url } = await upload(await drawPicture(picture), { fileName: name })
  const [org = '', visibility = '', ...rest] = key.split('/')
  const body = { altText, tags: ['posts'] }
  await call(updateAsset, { params: { org, visibility, key: rest.join('/') }, body })
  return url
}

/** Connects the first Page and the language model of the stand-ins, if they run. */
async function connectAccounts({ call }: Pick<SampleClient, 'call'>): Promise<string | undefined> {
  const model = { provider: 'gateway', apiKey: 'sandbox-model-key', name: 'Sample AI' } as const
  await ifPossible(call(connectModel, { body: model }))
  const params = { network: 'pagenet' } as const
  const body = { token: 'EAAsandboxusertoken', shared: true }
  const pasted = await ifPossible(call(connectManually, { params, body }))
  if (pasted === undefined) return undefined
  if ('channel' in pasted) return pasted.channel.id
  const { id, pages } = pasted.picker
  const [page] = pages
  if (page === undefined) return undefined
  const settled = await call(settlePicker, {
    params: { network: 'pagenet', id },
    body: { pageId: page.id },
  })
  return toSettledChannels(settled)[0]?.id
}

async function fillPagePosts({ call }: SampleClient, now: number, urls: Urls): Promise<void> {
  const channelId = await connectAccounts({ call })
  if (channelId === undefined) return
  const today = new Date(now).setHours(0, 0, 0, 0)
  for (const { body, picture, firstComment = null, due } of pagePosts) {
    const platform = 'pagenet' as const
    const post = { platform, channelId, media: [urls[picture]], firstComment }
    const { id } = await call(createCard, { body: { kind: 'post', body, post } })
    const params = { id }
    if (due === undefined) {
      await call(publishPostNow, { params })
      await untilDone(async () => (await call(getCard, { params })).status === 'posted')
    } else {
      const dueDate = new Date(today + due[0] * 86_400_000 + due[1] * 3_600_000).toISOString()
      await call(approvePost, { params, body: { dueDate } })
    }
  }
}

async function fillEvents(
  { call }: SampleClient,
  now: number,
  { orgSlug, ...facts }: { orgSlug: string; pictureUrl: string; offerId: string },
): Promise<void> {
  const { slug, ticketTypes } = await call(createHappening, { body: openDay(now, facts) })
  for (const [position, quantity, name, email] of ticketOrders) {
    const ticketTypeId = ticketTypes[position]?.id ?? ''
    await call(orderTickets, {
      params: { orgSlug, slug },
      body: { ticketTypeId, quantity, name, email },
    })
  }
}

async function fillSites({ call }: SampleClient, picture: string): Promise<void> {
  const { template, name, values } = sitePage
  const variables = template.variables.map((variable) => ({ ...variable }))
  const { id: templateId } = await call(createTemplate, { body: { ...template, variables } })
  const instance = await call(createTemplateInstance, {
    body: { templateId, name, values: { ...values, picture } },
  })
  const slug = `bread-of-the-day-${crypto.randomUUID().slice(0, 8)}`
  const { id } = await call(createSite, { body: { name, slug, instanceId: instance.id } })
  await call(publishSite, { params: { id } })
}

/** Fills the files, accounts, posts of a Page, events and sites, and sends a quote request. */
export async function fillPublishing(
  client: SampleClient,
  now: number,
  { orgSlug, offerId }: { orgSlug: string; offerId: string },
): Promise<void> {
  const stored = Object.entries(pictures).map(
    async ([name, picture]) => [name, await storePicture(client, picture)] as const,
  )
  const urls = Object.fromEntries(await Promise.all(stored)) as Urls
  await Promise.all([
    fillPagePosts(client, now, urls),
    fillEvents(client, now, { orgSlug, pictureUrl: urls.rye, offerId }),
    fillSites(client, urls.croissants),
    client.call(submitQuote, { body: { org: orgSlug, ...quoteRequest } }),
  ])
}
