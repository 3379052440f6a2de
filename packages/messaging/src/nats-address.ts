import type { ConnectionOptions } from '@nats-io/nats-core'

/** The parts of an address list that the client takes as separate options. */
export type NatsAddress = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & {
  servers: string[]
}

/**
 * Parses `NATS_URL`: servers separated by commas, `nats://` or `tls://` (which requires
 * encryption), with one `user:password@` or `token@`. The error does not contain the address,
 * because the address may hold a secret.
 */
export function natsAddress(url: string): NatsAddress {
  const parts = url.split(',').map((part) => part.trim())
  const addresses = parts.map((part) => {
    const address = URL.parse(part.includes('://') ? part : `nats://${part}`)
    if (address === null || address.host === '')
      throw new Error('NATS_URL is not an address of a server')
    return address
  })
  return {
    servers: addresses.map(({ host }) => host),
    ...readCredentials(addresses.find(({ username }) => username !== '')),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

function readCredentials(address: URL | undefined): Pick<NatsAddress, 'user' | 'pass' | 'token'> {
  if (address === undefined) return {}
  const user = decodeURIComponent(address.username)
  return address.password === ''
    ? { token: user }
    : { user, pass: decodeURIComponent(address.password) }
}
