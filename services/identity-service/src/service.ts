import { assetFenceRpc, assetRelease } from '@atrium/asset-fences'
import { IdentityExportRows, identityRoots, ResolvePrincipals } from '@atrium/contracts'
import { readExportPage } from '@atrium/database'
import { createMailer, mailSender } from '@atrium/mailer'
import { rpcHandler } from '@atrium/messaging'
import { defineService } from '@atrium/service-kit'
import { activityConsumers } from './activity/consumers.ts'
import { activityRoutes } from './activity/routes.ts'
import { unusableEntries } from './assistants/redirect-rule.ts'
import { assistantRoutes } from './assistants/routes.ts'
import { attributedDatabase } from './audit/attributed-database.ts'
import { auditConsumer } from './audit/consumer.ts'
import { auditRoutes } from './audit/routes.ts'
import { openAuth } from './auth/open-auth.ts'
import { createPasswordHashing, type PasswordHashing } from './auth/passwords/password-hashing.ts'
import { authOpenApi } from './auth/reference/openapi.ts'
import { authRoutes } from './auth/routes.ts'
import { bellConsumers } from './bell/consumers.ts'
import { dailySummaries } from './bell/daily-summary.ts'
import { attachLogo } from './bell/mail-logo.ts'
import { pushSender } from './bell/push/push-sender.ts'
import { bellRoutes } from './bell/routes.ts'
import { identityConfig } from './config.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { directory } from './directory/directory.ts'
import { ownAssets } from './directory/own-assets.ts'
import { exportTables } from './export-tables.db.ts'
import { mailRoutes, mailRpc } from './mails/routes.ts'
import { migrations } from './migrations/index.ts'
import { notificationConsumers } from './notifications/consumers.ts'
import { quoteDigests } from './notifications/quote-digest.ts'
import { identityOverview } from './orgs/overview.ts'
import { planUsageRpc } from './orgs/plan-guards.ts'
import { orgRoutes } from './orgs/routes.ts'
import { createMeLoader } from './principal/get-me.ts'
import { resolvePrincipals } from './principal/resolve-principals.ts'
import { principalRoutes } from './principal/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { upkeep } from './upkeep/upkeep.ts'
import { type IdentityValues, identityVariables } from './variables.ts'

/**
 * Creates the service with another password hashing, because the real one takes a tenth of a second
 * of CPU time.
 */
export const identityWith = (hashing: () => PasswordHashing) =>
  defineService<Database, IdentityValues>({
    name: 'identity',
    description: 'Atrium identity',
    database: { schema: 'identity', migrations },
    variables: identityVariables,
    port: (config) => config.IDENTITY_PORT,
    async build({ database, bus, logger, config: platform, createApp, now, newId }) {
      if (database === undefined) throw new Error('Identity needs its database')
      const { db, pool } = database
      const config = identityConfig(platform)
      const unusable = unusableEntries(config.redirectHosts)
      if (unusable.length > 0) {
        logger.warn(
          { entries: unusable },
          '[assistants] entries of MCP_ALLOWED_REDIRECT_HOSTS that allow nothing',
        )
      }
      const passwords = hashing()
      const attributedDb = attributedDatabase(pool)
      const me = createMeLoader(pool)
      const deps: Deps = {
        db,
        attributedDb,
        pool,
        bus,
        logger,
        config,
        passwords,
        me,
        now,
        newId,
      }
      const auth = await openAuth(deps)
      const app = createApp()
      authRoutes(app, deps, auth)
      principalRoutes(app, deps)
      orgRoutes(app, deps)
      settingsRoutes(app, deps)
      assistantRoutes(app, deps, auth)
      auditRoutes(app, deps)
      activityRoutes(app, deps)
      mailRoutes(app, deps)
      bellRoutes(app, deps)
      return {
        app,
        openApi: () => authOpenApi(auth.current()),
        rpc: [
          rpcHandler(ResolvePrincipals, (input) => resolvePrincipals(deps, input)),
          planUsageRpc(deps),
          identityOverview(deps),
          rpcHandler(IdentityExportRows, (input) => readExportPage(db, exportTables, input)),
          mailRpc(deps),
          ...directory(deps),
          ...assetFenceRpc(ownAssets(deps), identityRoots),
        ],
        consumers: [
          ...notificationConsumers(deps),
          auditConsumer,
          ...activityConsumers,
          ...bellConsumers(deps),
        ],
        background: [
          mailSender(deps, createMailer(config.mail), attachLogo(deps)),
          upkeep(deps),
          quoteDigests(deps),
          dailySummaries(deps),
          ...pushSender(deps),
          ...assetRelease(ownAssets(deps), bus),
          ...auth.background,
        ],
      }
    },
  })

/**
 * The identity service: users, sessions, orgs, members, invitations, API keys, and the mails about
 * them.
 */
export const identityService = identityWith(createPasswordHashing)
