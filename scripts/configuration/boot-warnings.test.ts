import { assetsVariables } from '@atrium/assets-service/variables'
import { boardVariables } from '@atrium/board-service/variables'
import * as config from '@atrium/config'
import { connectVariables } from '@atrium/connect-service/variables'
import { gatewayVariables } from '@atrium/gateway/variables'
import { identityVariables } from '@atrium/identity-service/variables'
import { invoicingVariables } from '@atrium/invoicing-service/variables'
import { workflowVariables } from '@atrium/workflow-runner/variables'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullEnvironment, minimalEnvironment } from './test/environments.ts'
import { bootWarnings } from './test/load-platform.ts'

const form = /^\[[a-z]+\] .+ not set - .+ unavailable$/

/** Returns the full environment without some variables. */
function without(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fullEnvironment).filter(([name]) => !names.includes(name)),
  )
}

test('logs no line if the configuration is complete', () => {
  expect(bootWarnings(fullEnvironment)).toEqual([])
})

describe('reports what is unavailable', () => {
  const social = ['shortpost', 'pronet', 'videonet', 'forumnet', 'photonet'].flatMap((network) => {
    const prefix = network.toUpperCase()
    const line = (names: string): string =>
      `[${network}] ${names} not set - connecting ${network} unavailable`
    return [
      [[`${prefix}_CLIENT_ID`], line(`${prefix}_CLIENT_ID`)],
      [[`${prefix}_CLIENT_SECRET`], line(`${prefix}_CLIENT_SECRET`)],
      [
        [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`],
        line(`${prefix}_CLIENT_ID, ${prefix}_CLIENT_SECRET`),
      ],
    ] as [string[], string][]
  })

  test.each<[string[], string]>([
    ...social,
    [['PAGENET_CLIENT_ID'], '[pagenet] PAGENET_CLIENT_ID not set - connecting pagenet unavailable'],
    [
      ['PAGENET_CLIENT_SECRET'],
      '[pagenet] PAGENET_CLIENT_SECRET not set - connecting pagenet unavailable',
    ],
    [
      ['PAGENET_OAUTH_REDIRECT_URI'],
      '[pagenet] PAGENET_OAUTH_REDIRECT_URI not set - connecting pagenet unavailable',
    ],
    [
      ['MAILBOX_OAUTH_CLIENT_ID'],
      '[mailbox] MAILBOX_OAUTH_CLIENT_ID not set - self-serve mailbox reconnect unavailable',
    ],
    [
      ['SIGNIN_OAUTH_CLIENT_ID', 'SIGNIN_OAUTH_CLIENT_SECRET'],
      '[auth] SIGNIN_OAUTH_CLIENT_ID, SIGNIN_OAUTH_CLIENT_SECRET not set - sign-in with the identity provider unavailable',
    ],
    [
      ['SIGNIN_OAUTH_CLIENT_SECRET'],
      '[auth] SIGNIN_OAUTH_CLIENT_SECRET not set - sign-in with the identity provider unavailable',
    ],
    [
      ['SIGNIN_OAUTH_CLIENT_ID'],
      '[auth] SIGNIN_OAUTH_CLIENT_ID not set - sign-in with the identity provider unavailable',
    ],
    [
      ['PUSH_VAPID_PUBLIC_KEY', 'PUSH_VAPID_PRIVATE_KEY'],
      '[push] PUSH_VAPID_PUBLIC_KEY, PUSH_VAPID_PRIVATE_KEY not set - notifications in browsers unavailable',
    ],
    [['EMAIL_API_KEY', 'SMTP_URL'], '[email] EMAIL_API_KEY not set - email sending unavailable'],
    [
      ['EMAIL_API_KEY', 'SMTP_URL', 'SMTP_FROM'],
      '[email] EMAIL_API_KEY not set - email sending unavailable',
    ],
    [
      ['SMTP_FROM'],
      "[email] SMTP_FROM not set - email to anyone but the provider account's own address unavailable",
    ],
    [
      ['LLM_PROVIDER', 'LLM_GATEWAY_API_KEY'],
      "[models] LLM_GATEWAY_API_KEY not set - the platform's own language model unavailable",
    ],
    [['MANAGED_LLM_MODEL'], '[models] MANAGED_LLM_MODEL not set - the managed model unavailable'],
    [
      ['CREDITS_METERING_ENABLED'],
      '[models] CREDITS_METERING_ENABLED not set - the managed model unavailable',
    ],
    [['SPEECH_API_KEY'], '[speech] SPEECH_API_KEY not set - reading cards aloud unavailable'],
    [['API_URL'], '[links] API_URL not set - tracked links in first comments unavailable'],
    [
      ['LAUNCHES_TOKEN'],
      '[launches] LAUNCHES_TOKEN not set - the launch board of the best_of_tech digest unavailable',
    ],
    [
      ['HEARTBEAT_PING_URL'],
      '[heartbeat] HEARTBEAT_PING_URL not set - the liveness ping unavailable',
    ],
    [
      ['PAYMENTS_SECRET_KEY'],
      '[payments] PAYMENTS_SECRET_KEY not set - the payment processor unavailable',
    ],
    [
      ['PAYMENTS_CONNECT_WEBHOOK_SECRET'],
      '[payments] PAYMENTS_CONNECT_WEBHOOK_SECRET not set - processor account events unavailable',
    ],
    [
      ['PAYMENTS_INVOICING_WEBHOOK_SECRET'],
      '[payments] PAYMENTS_INVOICING_WEBHOOK_SECRET not set - processor invoice events unavailable',
    ],
    [
      ['PAYMENTS_OFFERS_WEBHOOK_SECRET'],
      '[payments] PAYMENTS_OFFERS_WEBHOOK_SECRET not set - processor checkout events unavailable',
    ],
    [
      ['ENTITLEMENT_SELLER_ACCOUNT_ID'],
      '[entitlements] ENTITLEMENT_SELLER_ACCOUNT_ID not set - granting pro on a purchase unavailable',
    ],
    [
      ['ENTITLEMENT_OFFER_SLUGS'],
      '[entitlements] ENTITLEMENT_OFFER_SLUGS not set - offers that grant access unavailable',
    ],
    [
      ['CREDIT_TOPUP_OFFER_SLUGS'],
      '[credits] CREDIT_TOPUP_OFFER_SLUGS not set - credit top-ups unavailable',
    ],
    [
      ['SITE_REBUILD_WEBHOOK_TOKEN'],
      '[site] SITE_REBUILD_WEBHOOK_TOKEN not set - the site rebuild trigger unavailable',
    ],
    [
      ['SITE_REBUILD_WEBHOOK_URL', 'SITE_REBUILD_WEBHOOK_TOKEN'],
      '[site] SITE_REBUILD_WEBHOOK_URL, SITE_REBUILD_WEBHOOK_TOKEN not set - the site rebuild trigger unavailable',
    ],
    [
      ['ASSETS_UPLOAD_DIR'],
      '[assets] ASSETS_UPLOAD_DIR, ASSETS_S3_ENDPOINT, ASSETS_S3_BUCKET not set - blob storage outside the development directory unavailable',
    ],
  ])('logs exactly one line if %j are unset', (names, line) => {
    expect(bootWarnings(without(...names))).toEqual([line])
  })

  test.each([
    ['MANAGED_LLM_PROVIDER', 'gatway'],
    ['CREDITS_METERING_ENABLED', 'false'],
  ])('reports the managed model as dormant if %s is %s', (name, value) => {
    expect(bootWarnings({ ...fullEnvironment, [name]: value })).toEqual([
      `[models] ${name} not set - the managed model unavailable`,
    ])
  })

  test('logs one line per network and one for all if the shared encryption key is unset', () => {
    const lines = bootWarnings(without('SOCIAL_TOKEN_ENCRYPTION_KEY'))
    expect(lines).toHaveLength(7)
    expect(lines[0]).toBe(
      '[social] SOCIAL_TOKEN_ENCRYPTION_KEY not set - social connect and publish for every network unavailable',
    )
    for (const line of lines) expect(line).toContain('SOCIAL_TOKEN_ENCRYPTION_KEY not set')
  })

  test('reports photonet as dormant while pagenet is live', () => {
    expect(bootWarnings(without('PHOTONET_CLIENT_ID')).join()).not.toContain('[pagenet]')
  })

  test.each([[['LLM_PROVIDER']], [['LLM_PRICES']], [['REPOS_TOKEN']], [['MAILBOX_USER_EMAIL']]])(
    'logs no line if %j are unset',
    (names) => {
      expect(bootWarnings(without(...names))).toEqual([])
    },
  )

  test('warns about a short session secret without showing it', () => {
    expect(bootWarnings({ ...fullEnvironment, AUTH_SESSION_SECRET: 'marked-short' })).toEqual([
      '[auth] AUTH_SESSION_SECRET of 32 characters or more not set - full-strength session signing unavailable',
    ])
  })
})

test('logs every warning as one line in the fixed form and without values, whichever variables are unset', () => {
  fc.assert(
    fc.property(fc.subarray(Object.keys(fullEnvironment)), (names) => {
      const lines = bootWarnings(without(...names))
      expect(new Set(lines).size).toBe(lines.length)
      for (const line of lines) {
        expect(line).toMatch(form)
        expect(line).not.toContain('marked')
      }
    }),
  )
})

test('assigns each line to one service', () => {
  const byService = [
    ...config.bootWarnings(gatewayVariables, minimalEnvironment),
    ...config.bootWarnings(identityVariables, minimalEnvironment),
    ...config.bootWarnings(assetsVariables, minimalEnvironment),
    ...config.bootWarnings(boardVariables, minimalEnvironment),
    ...config.bootWarnings(connectVariables, minimalEnvironment),
    ...config.bootWarnings(invoicingVariables, minimalEnvironment),
    ...config.bootWarnings(workflowVariables, minimalEnvironment),
  ]
  expect(byService.sort()).toEqual(bootWarnings(minimalEnvironment).sort())
})
