/** No container can be had here now: no engine answers, or an image is neither here nor can it be pulled. */
export class ContainerUnavailable extends Error {}
