import { assetRelease } from '@atrium/asset-fences'
import { createZoneReader } from '@atrium/database'
import {
  createMailer,
  deleteSettledMails,
  type Mailer,
  mailerOptions,
  mailSender,
} from '@atrium/mailer'
import { type Background, defineService } from '@atrium/service-kit'
import { cardRoutes } from './card-actions/routes.ts'
import { columnRoutes } from './columns/routes.ts'
import { boardConfig } from './config.ts'
import { onCustomerRemoved } from './contacts/on-customer-removed.ts'
import { onWaitingListJoined } from './contacts/on-waiting-list-joined.ts'
import type { BoardDatabase } from './database.ts'
import type { Deps } from './deps.ts'
import { timeZoneConsumer } from './due-days/time-zone.ts'
import { refreshDueFigures } from './figures/figures.ts'
import { linkRoutes } from './links/routes.ts'
import { sweepEnrichment } from './links/sweep-enrichment.ts'
import { migrations } from './migrations/index.ts'
import { onOrgCreated, onOrgDeleted } from './orgs/on-org-events.ts'
import { overviewRpc } from './overview/overview.ts'
import { openPostCounter, sweepOverdueClaims } from './posts/claim-post.ts'
import { lookForPosts } from './posts/look-for-posts.ts'
import { postRoutes } from './posts/routes.ts'
import { startDuePosts } from './posts/start-due-posts.ts'
import { sweepSubmissions } from './quotes/limit-visitors.ts'
import { onQuoteSubmitted } from './quotes/on-quote-submitted.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { ownAssets } from './references/answer-liveness.ts'
import { rpcHandlers } from './rpc/handlers.ts'
import { siteRoutes } from './sites/routes.ts'
import { onUserSignedUp } from './support/on-user-signed-up.ts'
import { supportRoutes } from './support/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'
import { type BoardValues, boardVariables } from './variables.ts'

/** Repeats a round until it has nothing to do. */
const whileBusy =
  (round: () => Promise<boolean>): Background['run'] =>
  async (signal) => {
    while (!signal.aborted && (await round()));
  }

/** Returns the board's periodic work. Any number of replicas may run it. */
const createBackground = (deps: Deps, mailer: Mailer): Background[] => [
  mailSender(deps, mailer),
  ...assetRelease(ownAssets(deps), deps.bus, 500),
  {
    name: 'claims',
    everyMs: 15_000,
    run: whileBusy(async () => (await sweepOverdueClaims(deps)) >= 100),
  },
  {
    name: 'later-looks',
    everyMs: 5_000,
    rests: true,
    run: whileBusy(async () => (await lookForPosts(deps)) > 0),
  },
  {
    name: 'due-posts',
    everyMs: 10_000,
    run: async (signal) => void (await startDuePosts(deps, signal)),
  },
  {
    name: 'figures',
    everyMs: 60_000,
    run: whileBusy(async () => (await refreshDueFigures(deps)) > 0),
  },
  { name: 'enrichment', everyMs: 60_000, run: async () => void (await sweepEnrichment(deps)) },
  {
    name: 'leftovers',
    everyMs: 600_000,
    async run() {
      await sweepSubmissions(deps)
      await deleteSettledMails(deps.db)
    },
  },
]

/** The board service: cards of every kind, and the references that keep blobs alive. */
export const boardService = defineService<BoardDatabase, BoardValues>({
  name: 'board',
  description: 'Atrium board',
  database: { schema: 'board', migrations },
  variables: boardVariables,
  port: (config) => config.BOARD_PORT,
  build(kit) {
    if (kit.database === undefined) throw new Error('The board needs its database')
    const deps: Deps = {
      db: kit.database.db,
      bus: kit.bus,
      logger: kit.logger,
      readKnownZone: createZoneReader(kit.logger),
      now: kit.now,
      newId: kit.newId,
      config: boardConfig(kit.config),
    }
    openPostCounter(kit.bus)
    const app = kit.createApp()
    cardRoutes(app, deps)
    columnRoutes(app, deps)
    timelineRoutes(app, deps)
    postRoutes(app, deps)
    linkRoutes(app, deps)
    templateRoutes(app, deps)
    siteRoutes(app, deps)
    quoteRoutes(app, deps)
    supportRoutes(app, deps)
    return {
      app,
      rpc: [...rpcHandlers(deps), ...overviewRpc(deps)],
      consumers: [
        timeZoneConsumer(deps),
        onOrgCreated,
        onOrgDeleted,
        onUserSignedUp(deps),
        onWaitingListJoined(deps),
        onCustomerRemoved(deps),
        onQuoteSubmitted(deps),
      ],
      background: createBackground(deps, createMailer(mailerOptions(kit.config))),
    }
  },
})
