import { assetFenceRpc, assetRelease } from '@atrium/asset-fences'
import {
  CheckLogo,
  FileDocuments,
  GenerateInvoices,
  invoicingRoots,
  PlanLimitsOf,
  PublicCatalogue,
  ReadLogo,
  SellerAddress,
} from '@atrium/contracts'
import { createZoneReader } from '@atrium/database'
import { createMailer, deleteSettledMails, mailerOptions, mailSender } from '@atrium/mailer'
import { rpcHandler } from '@atrium/messaging'
import { type Background, defineService, type ServiceDefinition } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import { fileDocuments } from './accounting/documents.ts'
import { accountingRoutes } from './accounting/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createStatementReader } from './bank/formats/statement-reader.ts'
import { bankRoutes } from './bank/routes.ts'
import { timeZoneConsumer } from './calendar/time-zone.ts'
import { type InvoicingOptions, invoicingConfig } from './config.ts'
import { creditNoteRoutes } from './credit-notes/routes.ts'
import { createOrgTurns } from './credits/org-turns.ts'
import { refundLostNodes } from './credits/refund-lost-nodes.ts'
import { creditRoutes, creditRpc } from './credits/routes.ts'
import { checkLedger, pruneMonths, sweepReservations } from './credits/sweep-reservations.ts'
import { customerRecordRoutes } from './customer-records/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Database } from './database.ts'
import { defaultsRoutes } from './defaults/routes.ts'
import type { Deps } from './deps.ts'
import { createLogoReader } from './documents/logo-reader.ts'
import { documentRoutes } from './documents/routes.ts'
import { findPlan } from './entitlements/entitlements.ts'
import { entitlementRoutes } from './entitlements/routes.ts'
import { estimateMailComposer } from './estimates/estimate-mail.ts'
import { estimateRoutes, publicEstimateRoutes } from './estimates/routes.ts'
import { pollProcessor } from './events/poll-processor.ts'
import { pruneEvents } from './events/prune-events.ts'
import { webhookRoutes } from './events/routes.ts'
import { exportRpc } from './exports/rpc.ts'
import { invoiceMailComposer } from './invoice-mails/compose-invoice-mail.ts'
import { noteMailedInvoices } from './invoice-mails/note-mailed-invoices.ts'
import { invoiceMailRoutes } from './invoice-mails/routes.ts'
import { announceOverdue } from './invoices/overdue/announce-overdue.ts'
import { paymentRoutes } from './invoices/payments/routes.ts'
import { settleFreeInvoices } from './invoices/processor/settle-free-invoices.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { readSellerAddress } from './invoices/seller.ts'
import { migrations } from './migrations/index.ts'
import { numberingRoutes } from './numbering/routes.ts'
import { offerRoutes } from './offers/routes.ts'
import { purgeConsumer } from './org-tables.ts'
import { overviewRpc } from './overview/overview.ts'
import { ownAssets } from './overview/own-assets.ts'
import { createDocumentRenderer } from './pdf/document-renderer.ts'
import { readCatalogue } from './public-pages/read-catalogue.ts'
import { publicPageRoutes } from './public-pages/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { sendReminders } from './reminders/send-reminders.ts'
import { generateInvoices } from './schedules/generate-invoices.ts'
import { priceChangeConsumer } from './schedules/note-price-change.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { setUpRoutes } from './set-up/routes.ts'
import { triggerSiteRebuild } from './site/site-rebuild.ts'
import { stepRpc } from './steps/step-rpc.ts'
import { summaryRoutes } from './summary/routes.ts'
import { forgetVisitorClients } from './tickets/orders/limit-visitors.ts'
import { expireOrders } from './tickets/orders/pending-orders.ts'
import { pruneTicketPayments } from './tickets/orders/ticket-payments.ts'
import { happeningRoutes, visitorRoutes } from './tickets/routes.ts'
import { attachPictures } from './tickets/ticket-pictures.ts'
import { serveWaitingLists } from './tickets/waiting-list/serve-waiting-list.ts'
import { type InvoicingValues, invoicingVariables } from './variables.ts'

const hour = 3_600_000

const warmUpAfterMs = 3_000

/** Builds the service. Tests use the options to set the clock and shorten intervals. */
export const createInvoicingService = (
  options: InvoicingOptions = {},
): ServiceDefinition<Database, InvoicingValues> =>
  defineService<Database, InvoicingValues>({
    name: 'invoicing',
    description: 'Atrium invoicing',
    database: { schema: 'invoicing', migrations },
    variables: invoicingVariables,
    port: (config) => config.INVOICING_PORT,
    build(kit) {
      if (kit.database === undefined) throw new Error('Invoicing needs its database')
      const { db } = kit.database
      const deps: Deps = {
        db,
        bus: kit.bus,
        logger: kit.logger,
        inOrgTurn: createOrgTurns(db),
        readKnownZone: createZoneReader(kit.logger),
        mails: openCounter(kit.metrics, {
          name: 'atrium_invoice_mails_total',
          help: 'Mails about invoices beyond the first one',
          labels: { kind: ['again', 'reminder'] },
        }),
        documents: createDocumentRenderer(),
        statements: createStatementReader(),
        logos: createLogoReader(kit.config, kit.logger),
        ...invoicingConfig(kit, options),
      }
      options.onDeps?.(deps)
      let warming: NodeJS.Timeout | undefined
      type Work = (deps: Deps, signal: AbortSignal) => Promise<unknown>
      const job = (name: string, everyMs: number, work: Work): Background => ({
        name,
        everyMs,
        run: async (signal) => void (await work(deps, signal)),
      })
      const look = (...given: Parameters<typeof job>): Background => ({
        ...job(...given),
        rests: true,
      })
      const app = kit.createApp()
      customerRoutes(app, deps)
      customerRecordRoutes(app, deps)
      offerRoutes(app, deps)
      scheduleRoutes(app, deps)
      summaryRoutes(app, deps)
      reminderRoutes(app, deps)
      defaultsRoutes(app, deps)
      numberingRoutes(app, deps)
      setUpRoutes(app, deps)
      invoiceMailRoutes(app, deps)
      invoiceRoutes(app, deps)
      estimateRoutes(app, deps)
      creditNoteRoutes(app, deps)
      documentRoutes(app, deps)
      creditRoutes(app, deps)
      entitlementRoutes(app, deps)
      accountRoutes(app, deps)
      accountingRoutes(app, deps)
      bankRoutes(app, deps)
      webhookRoutes(app, deps)
      // Behind `/api/invoicing/webhooks/payments`, which looks like the payments of an invoice.
      paymentRoutes(app, deps)
      happeningRoutes(app, deps)
      visitorRoutes(app, deps)
      publicEstimateRoutes(app, deps)
      publicPageRoutes(app, deps)
      return {
        app,
        rpc: [
          rpcHandler(GenerateInvoices, ({ limit, orgId }) =>
            generateInvoices(deps, limit, undefined, orgId),
          ),
          ...stepRpc(deps),
          rpcHandler(CheckLogo, async ({ orgId, url }) => ({
            logo: await deps.logos.check(url, orgId),
          })),
          rpcHandler(ReadLogo, async ({ orgId, url }) => {
            const picture = await deps.logos.read(url, orgId)
            return { picture: picture && Buffer.from(picture).toString('base64') }
          }),
          rpcHandler(PublicCatalogue, ({ orgId }) => readCatalogue(deps, orgId)),
          rpcHandler(SellerAddress, ({ orgId }) => readSellerAddress(db, orgId)),
          rpcHandler(FileDocuments, (input) => fileDocuments(deps, input)),
          rpcHandler(PlanLimitsOf, async ({ orgId }) => {
            const { plan } = await findPlan(deps, orgId)
            return { plan, limits: deps.planLimits[plan] ?? {} }
          }),
          ...creditRpc(deps),
          ...exportRpc(deps),
          ...overviewRpc(deps),
          ...assetFenceRpc(ownAssets(deps), invoicingRoots),
        ],
        consumers: [
          purgeConsumer,
          refundLostNodes(deps),
          priceChangeConsumer(deps),
          timeZoneConsumer(deps),
        ],
        background: [
          ...assetRelease(ownAssets(deps), kit.bus),
          job('settle-free-invoices', options.settleEveryMs ?? 60_000, settleFreeInvoices),
          job('poll-processor', options.pollEveryMs ?? 900_000, pollProcessor),
          job('prune-payment-events', hour, pruneEvents),
          job('sweep-credits', options.creditSweepEveryMs ?? 30_000, sweepReservations),
          mailSender(
            deps,
            createMailer(mailerOptions(kit.config)),
            attachPictures(estimateMailComposer(deps, invoiceMailComposer(deps))),
          ),
          look('note-mailed-invoices', 1_000, noteMailedInvoices),
          job('send-reminders', options.remindEveryMs ?? 60_000, sendReminders),
          job('announce-overdue', options.overdueEveryMs ?? 60_000, announceOverdue),
          look('serve-waiting-lists', 1_000, serveWaitingLists),
          look('expire-orders', 1_000, expireOrders),
          job('forget-clients', hour, forgetVisitorClients),
          job('prune-ticket-payments', hour, pruneTicketPayments),
          job('prune-mails', hour, () => deleteSettledMails(db)),
          job('prune-credit-months', hour, pruneMonths),
          job('check-ledger', hour, checkLedger),
          look('site-rebuild', options.siteRebuildEveryMs ?? 2_000, triggerSiteRebuild),
        ],
        async started() {
          const warmUp = () =>
            deps.documents.warmUp().catch((error: unknown) => {
              deps.logger.info({ err: error }, '[documents] the warm-up ended early')
            })
          // After the start, when the other services have loaded their sources.
          warming = setTimeout(warmUp, warmUpAfterMs).unref()
        },
        async stop() {
          clearTimeout(warming)
          await Promise.all([deps.documents.stop(), deps.statements.stop(), deps.logos.close()])
        },
      }
    },
  })

/** The service for customers, offers, invoices, schedules and payments. */
export const invoicingService = createInvoicingService()
