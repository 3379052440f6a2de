import { Resolver } from 'node:dns/promises'
import { commonErrors, domainErrors, domainProof, SettingsChanged } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findDomainOwner, releaseDomain } from './settings.db.ts'

/** The values of a domain's TXT records. They name the organisations that may use it. */
interface Proof {
  readonly domain: string
  readonly values: ReadonlySet<string>
}

// The name exists, but has no such record, or does not exist.
const absent: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN', 'ESERVFAIL'])

/**
 * Checks the DNS record with which an organisation proves its domain. Asks only a resolver and
 * never connects to the domain. Returns undefined if there is no new domain: a client may send
 * all settings back when the record is gone. Throws `domain_not_proven` (422), `validation_failed`
 * for a name of the platform itself, and `unavailable` (503) if the resolver does not respond.
 */
export async function proveDomain(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  orgId: string,
  domain: string | null | undefined,
): Promise<Proof | undefined> {
  if (domain === null || domain === undefined) return undefined
  if ((await findDomainOwner(db, domain))?.orgId === orgId) return undefined
  if (config.isPlatformHost(domain)) {
    const message = 'This is Atrium’s own address. Enter a domain of your own.'
    const errors = [{ path: 'publicDomain', message }]
    throw commonErrors.validation_failed({ details: { errors } })
  }
  const { name, value } = domainProof(domain, orgId)
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (config.dnsServers.length > 0) resolver.setServers(config.dnsServers)
  const records = await resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (absent.has(error.code)) return []
    throw commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 5 } })
  })
  const values = new Set(records.map((parts) => parts.join('').trim()))
  if (values.has(value)) return { domain, values }
  const message = `Add a TXT record with the name ${name} and the value ${value}. It can take an hour until everybody sees a new record.`
  throw domainErrors.domain_not_proven({
    details: { errors: [{ path: 'publicDomain', message }] },
  })
}

/**
 * Makes a domain free for an organisation that has proven it. An organisation whose own record is
 * gone loses the domain. Throws `domain_taken` (409) if the other organisation still proves it.
 */
export async function claimDomain(
  deps: Pick<Deps, 'logger'>,
  tx: Transaction,
  orgId: string,
  { domain, values }: Proof,
): Promise<void> {
  const owner = await findDomainOwner(tx, domain)
  if (owner === undefined || owner.orgId === orgId) return
  if (values.has(domainProof(domain, owner.orgId).value)) throw domainErrors.domain_taken()
  await releaseDomain(tx, owner.orgId, domain)
  await emit(tx, SettingsChanged, owner.orgId, { orgId: owner.orgId, userId: '' })
  deps.logger.warn({ org: owner.orgId }, '[settings] an org has lost its domain to its new owner')
}

/** Returns the organisation whose public pages are served at a host name. */
export const findPublicDomain = ({ db }: Pick<Deps, 'db'>, host: string) =>
  findDomainOwner(db, host)
