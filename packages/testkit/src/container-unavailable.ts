/**
 * Thrown if no container can start now, because no engine responds or an image is neither present
 * nor pullable.
 */
export class ContainerUnavailable extends Error {}
