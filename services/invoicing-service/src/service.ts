import * as contracts from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { defineService, type ServiceDefinition } from '@atrium/service-kit'
import { type InvoicingOptions, invoicingConfig } from './config.ts'
import { mountCredits } from './credits/routes.ts'
import { mountCustomers } from './customers/routes.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { mountEntitlements } from './entitlements/routes.ts'
import { mountInvoices, mountSingleInvoices } from './invoices/routes.ts'
import { migrations } from './migrations/index.ts'
import { mountOffers, mountPublicOffers } from './offers/routes.ts'
import { mountPaymentAccounts } from './payments/account-routes.ts'
import { pollProcessor } from './payments/poll-processor.ts'
import { pruneEvents } from './payments/webhooks/prune-events.ts'
import { mountWebhooks } from './payments/webhooks/routes.ts'
import { purgeConsumer } from './purge-org.ts'
import { generateInvoices } from './schedules/generate-invoices.ts'
import { mountSchedules } from './schedules/routes.ts'
import { triggerSiteRebuild } from './site/trigger-site-rebuild.ts'
import { type InvoicingValues, invoicingVariables } from './variables.ts'

/** Builds the service; the options are for tests, which set the clock and shorten waits. */
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
      const settings = invoicingConfig(kit.config, options)
      const deps: Deps = { ...settings, db: kit.database.db, bus: kit.bus, logger: kit.logger }
      options.onDeps?.(deps)
      const app = kit.createApp()
      mountCustomers(app, deps)
      mountPublicOffers(app, deps)
      mountOffers(app, deps)
      mountInvoices(app, deps)
      mountSchedules(app, deps)
      mountWebhooks(app, deps)
      mountSingleInvoices(app, deps)
      mountPaymentAccounts(app, deps)
      mountEntitlements(app, deps)
      mountCredits(app, deps)
      return {
        app,
        rpc: [
          rpcHandler(contracts.GenerateInvoices, ({ limit, orgId }) =>
            generateInvoices(deps, limit, undefined, orgId),
          ),
        ],
        consumers: [purgeConsumer],
        background: [
          {
            name: 'poll-processor',
            everyMs: options.pollEveryMs ?? 900_000,
            run: (signal) => pollProcessor(deps, signal),
          },
          { name: 'prune-payment-events', everyMs: 3_600_000, run: (signal) => pruneEvents(deps, signal) },
          {
            name: 'site-rebuild',
            everyMs: options.siteRebuildEveryMs ?? 2_000,
            run: async () => void (await triggerSiteRebuild(deps)),
          },
        ],
      }
    },
  })

/** Customers, offers, invoices, schedules, and money at the processor. */
export const invoicingService = createInvoicingService()
