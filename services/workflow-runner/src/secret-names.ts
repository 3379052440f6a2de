/** Name parts that mean a secret, also inside a longer word such as `mytoken`. */
const secretPart = /authorization|cookie|api[-_]?key|token|secret|password|signature/i

// Whole words only, because `monkey` and `postcode` are harmless.
const secretWords: ReadonlySet<string> = new Set(
  (
    'key keys accesskey authkey privatekey subscriptionkey auth authentication bearer jwt code otp ' +
    'pin pass passcode passphrase passwd passwort pw pwd sig hmac credential credentials'
  ).split(' '),
)
const word = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/** True if a name clearly means a secret. Field names such as `key` do not. */
export const isClearlySecret = (name: string): boolean => secretPart.test(name)

/** True if the name of a field, header or query parameter may mean a secret. */
export const isSecretName = (name: string): boolean =>
  secretPart.test(name) ||
  (name.match(word) ?? []).some((each) => secretWords.has(each.toLowerCase()))
