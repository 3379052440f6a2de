/** A network's words with every given secret taken out: some networks repeat the token they refuse. */
export const scrub = (message: string, secrets: readonly (string | undefined)[]): string =>
  secrets
    .filter((secret) => secret !== undefined && secret.length >= 6)
    .reduce<string>((text, secret) => text.split(secret ?? '').join('[redacted]'), message)
    .slice(0, 500)
