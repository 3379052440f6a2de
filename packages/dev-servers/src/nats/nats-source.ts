/** A NATS server on this machine: a program, or an image that a container engine runs. */
export type NatsProgram = { readonly kind: 'program'; readonly path: string }
export type NatsContainer = { readonly kind: 'container'; readonly image: string }
export type NatsSource = NatsProgram | NatsContainer
