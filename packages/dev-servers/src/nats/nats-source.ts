/** A NATS server on this machine: a program, or an image for a container engine. */
export type NatsProgram = { readonly kind: 'program'; readonly path: string }
export type NatsContainer = { readonly kind: 'container'; readonly image: string }
export type NatsSource = NatsProgram | NatsContainer
