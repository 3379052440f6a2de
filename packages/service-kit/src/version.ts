/** The platform's version, shown by NATS services and in OpenAPI documents. */
export const version = '0.1.0'
