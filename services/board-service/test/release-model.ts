import { randomUUID } from 'node:crypto'
import { settleRelease } from '@atrium/asset-fences'
import { defaultOrgSettings, type ReleaseOutcome, releaseLeaseMs } from '@atrium/contracts'
import { createCard } from '../src/card-actions/create-card.ts'
import { updateCard } from '../src/card-actions/update-card.ts'
import { deleteCard, pruneCards } from '../src/cards/delete-cards.ts'
import { agentCtx, type Ctx, type Deps } from '../src/deps.ts'
import { purgeOrg } from '../src/orgs/orgs.db.ts'
import { answerLiveness, releaseRound } from '../src/references/answer-liveness.ts'
import { type Root, roots } from '../src/references/roots.db.ts'
import { storePage, unpublishSite } from '../src/sites/publish-site.ts'
import { createSite, deleteSite } from '../src/sites/sites.ts'
import { createInstance, deleteInstance, updateInstance } from '../src/templates/instances.ts'
import { createTemplate, deleteTemplate, updateTemplate } from '../src/templates/templates.ts'
import { appendEntry } from '../src/timeline/timeline.ts'
import { Gates } from './gates.ts'
import { newAsset, newOrgId } from './harness.ts'
import { referencedKeys } from './referenced-keys.ts'

export type Fault =
  | 'none'
  | 'root_fails'
  | 'assets_dies_before'
  | 'assets_dies_after'
  | 'board_dies'
  | 'settle_lost'

/**
 * One org's board, with a model of assets-service's release round. Its steps interleave with
 * writers. Blobs are a set of keys, and the clock advances only on request.
 */
export class World {
  readonly orgId = newOrgId()
  readonly blobs = new Set<string>()
  readonly seen = new Set<string>()
  now = Date.now()
  rounds: Gates[] = []
  cards: string[] = []
  templates: string[] = []
  instances: string[] = []
  sites: string[] = []
  /** Number of writes rejected because a file was released. */
  refused = 0
  readonly deps: Deps
  private readonly ctx: Ctx

  constructor(deps: Deps) {
    const now = (): Date => new Date(this.now)
    // The deps are not spread, because reading their bus throws.
    const { db, logger, config, readKnownZone, newId } = deps
    this.deps = { db, logger, config, readKnownZone, now, newId, bus: undefined as never }
    this.ctx = agentCtx(this.orgId, 'usr_test')
  }

  upload(): void {
    this.blobs.add(newAsset(this.orgId).key)
  }

  /** Returns the key of an existing blob. */
  pick(seed: number): string {
    if (this.blobs.size === 0) this.upload()
    const keys = [...this.blobs]
    return keys[seed % keys.length] ?? ''
  }

  private url(seed: number): string {
    return `http://localhost:3000/api/assets/${this.pick(seed)}`
  }

  private static of(list: readonly string[], seed: number): string | undefined {
    return list.length === 0 ? undefined : list[seed % list.length]
  }

  /** Runs one step of a writer. Ignores expected refusals. */
  async write(op: Writer, a: number, b: number): Promise<void> {
    try {
      await this.perform(op, a, b)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (code === 'asset_released') this.refused += 1
      else if (!expected.has(code)) throw error
    }
  }

  private async perform(op: Writer, a: number, b: number): Promise<void> {
    const { deps, ctx } = this
    const card = World.of(this.cards, a)
    const template = World.of(this.templates, a)
    const instance = World.of(this.instances, a)
    const site = World.of(this.sites, a)
    switch (op) {
      case 'upload':
        return this.upload()
      case 'create_card': {
        const body = `${this.url(b)} ${a % 2 === 0 ? this.url(a) : ''}`
        const status = a % 3 === 0 ? ('done' as const) : ('todo' as const)
        this.cards.push(
          (await createCard(deps, ctx, { kind: 'task', title: 'x', body, status })).card.id,
        )
        return
      }
      case 'edit_card':
        if (card !== undefined)
          await updateCard(deps, ctx, { id: card, patch: { body: b % 3 === 0 ? '' : this.url(b) } })
        return
      case 'note':
        if (card !== undefined)
          await appendEntry(deps, ctx, { taskId: card, input: { kind: 'note', body: this.url(b) } })
        return
      case 'delete_card':
        if (card !== undefined) await deleteCard(deps, ctx, { id: card })
        return
      case 'prune':
        await pruneCards(deps, ctx, { status: 'done', olderThanDays: 0 })
        return
      case 'create_template':
        this.templates.push(
          (
            await createTemplate(deps, ctx, {
              name: 't',
              description: '',
              variables: [
                { name: 'cover', type: 'image', ...(a % 2 === 0 ? { default: this.url(a) } : {}) },
              ],
              markup: b % 2 === 0 ? `<img src="{{ cover }}">` : `<img src="${this.url(b)}">`,
            })
          ).id,
        )
        return
      case 'edit_template':
        if (template !== undefined) {
          await updateTemplate(deps, ctx, {
            id: template,
            patch: {
              markup: `<p>{{ cover }}</p>${b % 2 === 0 ? this.url(b) : ''}`,
            },
          })
        }
        return
      case 'delete_template':
        if (template !== undefined) await deleteTemplate(deps, ctx, template)
        return
      case 'create_instance':
        if (template !== undefined) {
          const values = { cover: this.url(b) }
          this.instances.push(
            (await createInstance(deps, ctx, { templateId: template, name: 'i', values })).id,
          )
        }
        return
      case 'swap_image':
        if (instance !== undefined)
          await updateInstance(deps, ctx, {
            id: instance,
            patch: { values: { cover: this.url(b) } },
          })
        return
      case 'delete_instance':
        if (instance !== undefined) await deleteInstance(deps, ctx, instance)
        return
      case 'create_site':
        if (instance !== undefined) {
          const slug = `s${randomUUID().replaceAll('-', '')}`
          this.sites.push(
            (await createSite(deps, ctx, { name: 's', slug, instanceId: instance })).id,
          )
        }
        return
      case 'publish':
        if (site !== undefined)
          await storePage(deps, ctx, {
            id: site,
            blocks: {},
            imprint: { settings: defaultOrgSettings, language: 'en' },
          })
        return
      case 'unpublish':
        if (site !== undefined) await unpublishSite(deps, ctx, site)
        return
      case 'delete_site':
        if (site !== undefined) await deleteSite(deps, ctx, site)
        return
    }
  }

  /** Purges the org's rows and all its blobs. */
  async purge(): Promise<void> {
    await this.deps.db.transaction().execute((tx) => purgeOrg(tx, this.orgId))
    this.blobs.clear()
    this.seen.clear()
    this.cards = []
    this.templates = []
    this.instances = []
    this.sites = []
  }

  /** Starts a round. Each step waits until `advance` is called. */
  startRound(fault: Fault): void {
    const gates = new Gates()
    const work = (async () => {
      await gates.pass()
      await releaseRound(this.deps, (orgId, keys) => this.release(orgId, keys, fault, gates))
    })()
    work.catch(() => {}).finally(() => gates.end())
    this.rounds.push(gates)
  }

  // Models the release round of assets-service from its contract.
  private async release(
    orgId: string,
    keys: readonly string[],
    fault: Fault,
    gates: Pick<Gates, 'pass' | 'end'>,
  ): Promise<ReleaseOutcome> {
    const began = this.now
    const releaseId = randomUUID()
    await gates.pass()
    const failing: Root = { name: 'failing', scan: () => Promise.reject(new Error('root failed')) }
    const answer = await answerLiveness(
      this.deps,
      { orgId, keys, releaseId },
      fault === 'root_fails' ? [...roots, failing] : roots,
    ).catch(() => undefined)
    await gates.pass()
    if (fault === 'assets_dies_before') throw new Error('killed')
    const live = answer === undefined ? new Set(keys) : new Set(answer.live)
    const released: string[] = []
    for (const key of keys) {
      if (live.has(key) || this.now - began > releaseLeaseMs) continue
      if (orgId === this.orgId) this.blobs.delete(key)
      released.push(key)
      if (fault === 'assets_dies_after') throw new Error('killed')
    }
    const kept = keys.filter((key) => !released.includes(key))
    await gates.pass()
    if (fault !== 'settle_lost')
      await settleRelease(this.deps, { orgId, releaseId, released, kept })
    await gates.pass()
    if (fault === 'board_dies') {
      gates.end()
      return new Promise(() => {})
    }
    return { released, kept }
  }

  referenced(): Promise<Set<string>> {
    return referencedKeys(this.deps.db, this.orgId)
  }

  /** Returns referenced keys without a blob. */
  async destroyed(): Promise<string[]> {
    const referenced = await this.referenced()
    for (const key of referenced) this.seen.add(key)
    return [...referenced].filter((key) => !this.blobs.has(key))
  }

  /** Runs rounds without faults until no candidate is left. */
  async finish(): Promise<void> {
    for (const round of this.rounds) {
      while (await round.advance());
    }
    for (let round = 0; round < 40; round += 1) {
      this.now += 3_700_000
      const taken = await releaseRound(this.deps, (orgId, keys) =>
        this.release(orgId, keys, 'none', { pass: async () => {}, end: () => {} }),
      )
      if (taken === 0) return
    }
    throw new Error('The release queue never empties')
  }
}

export const writers = [
  'upload',
  'create_card',
  'edit_card',
  'note',
  'delete_card',
  'prune',
  'create_template',
  'edit_template',
  'delete_template',
  'create_instance',
  'swap_image',
  'delete_instance',
  'create_site',
  'publish',
  'unpublish',
  'delete_site',
] as const
export type Writer = (typeof writers)[number]

// Expected refusals: an earlier step came first, or a rule forbids the step.
const expected = new Set([
  'not_found',
  'template_in_use',
  'nothing_to_publish',
  'not_published',
  'values_invalid',
])
