import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcesses } from './service-processes.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Writers of files and references. They add and drop references over HTTP. */
export class Writers {
  readonly pointed = new Set<string>()
  /** Responses without an explanation by a kill. */
  readonly surprises: string[] = []
  refused = 0
  private readonly processes: ServiceProcesses
  private readonly lists = { cards: [], instances: [], sites: [] } as Record<string, string[]>
  private uploads: string[] = []
  private template = ''
  private paused = true
  private working: Array<Promise<void>> = []

  constructor(processes: ServiceProcesses) {
    this.processes = processes
  }

  async prepare(): Promise<void> {
    for (let count = 0; count < 6; count += 1) await this.upload()
    const template = await this.processes.call('board', 'POST', '/api/templates', {
      name: 'Page',
      markup: '<img src="{{ cover }}">',
      variables: [{ name: 'cover', type: 'image' }],
    })
    this.template = String(template?.body['id'])
  }

  resume(): void {
    this.paused = false
    this.working = [1, 2, 3].map(async () => {
      while (!this.paused) {
        await this.step()
        await sleep(randomInt(10))
      }
    })
  }

  async pause(): Promise<void> {
    this.paused = true
    await Promise.all(this.working)
  }

  /** Uploads a picture. Returns undefined if the service was killed meanwhile. */
  async upload(): Promise<string | undefined> {
    const form = new FormData()
    form.set('file', new File([picture], 'x.png'))
    const answer = await this.processes.call('assets', 'POST', '/api/assets', form)
    if (answer?.status !== 201) return undefined
    const key = String(answer.body['key'])
    this.uploads = [...this.uploads.slice(-11), key]
    return key
  }

  private async send(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<string | undefined> {
    const answer = await this.processes.call('board', method, path, body)
    if (answer === undefined) return undefined
    const { status, body: received } = answer
    if (status < 300 && key !== undefined) this.pointed.add(key)
    if (received['code'] === 'asset_released') this.refused += 1
    if (status >= 500 || status === 400)
      this.surprises.push(`${method} ${path}: ${status} ${received['detail']}`)
    return status < 300 ? String(received['id']) : undefined
  }

  private async add(list: string, path: string, body: object, key?: string): Promise<void> {
    const id = await this.send('POST', path, body, key)
    if (id !== undefined) this.lists[list]?.push(id)
  }

  private some(list: string): string {
    const ids = this.lists[list] ?? []
    return ids[randomInt(Math.max(1, ids.length))] ?? 'none'
  }

  private async step(): Promise<void> {
    const key = this.uploads[randomInt(this.uploads.length)] ?? ''
    const url = `http://localhost:3000/api/assets/${key}`
    const card = `/api/tasks/${this.some('cards')}`
    const instance = this.some('instances')
    const site = `/api/sites/${this.some('sites')}`
    const status = randomInt(2) === 0 ? 'done' : 'todo'
    const steps: Array<() => Promise<unknown>> = [
      () => this.upload(),
      () => this.add('cards', '/api/tasks', { title: 'x', body: url, status }, key),
      () => this.add('cards', '/api/tasks', { title: 'x', fields: { cover: url }, status }, key),
      () => this.send('PATCH', card, { body: url }, key),
      () => this.send('PATCH', card, { body: '' }),
      () => this.send('POST', `${card}/timeline`, { body: url }, key),
      () => this.send('DELETE', card),
      () => this.send('DELETE', card),
      () => this.send('POST', '/api/tasks/prune', { status: 'done', olderThanDays: 0 }),
      () => {
        const body = { templateId: this.template, values: { cover: url } }
        return this.add('instances', '/api/template-instances', body, key)
      },
      () =>
        this.send('PATCH', `/api/template-instances/${instance}`, { values: { cover: url } }, key),
      () => this.send('DELETE', `/api/template-instances/${instance}`),
      () => this.add('sites', '/api/sites', { name: 'x', instanceId: instance }),
      () => this.send('POST', `${site}/publish`),
      () => this.send('POST', `${site}/unpublish`),
      () => this.send('DELETE', site),
    ]
    await steps[randomInt(steps.length)]?.()
  }
}
