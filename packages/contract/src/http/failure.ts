import { z } from 'zod'

/** Codes of failures: what a caller did not ask to hear. Each has one HTTP status and is spoken as `failures.<CODE>`. */
export const FAILURES = {
  INVALID_INPUT: 400,
  MALFORMED: 400,
  TENANT_MISSING: 400,
  TENANT_UNKNOWN: 400,
  NOT_AUTHENTICATED: 401,
  WRONG_CREDENTIALS: 401,
  WRONG_SETUP_CODE: 401,
  WRONG_TOKEN: 401,
  NOT_ALLOWED: 403,
  CLAIM_REFUSED: 403,
  NOT_FOUND: 404,
  TIMED_OUT: 408,
  VERSION_CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  TOO_LARGE: 413,
  TOO_MANY_FILES: 413,
  UNSUPPORTED_MEDIA: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  NO_ROOM: 507,
} as const

export type FailureCode = keyof typeof FAILURES

/** One field that does not hold: its dotted path in the body, query or path, a stable code, and a sentence in the caller's language. */
export const FieldFailure = z.object({ field: z.string(), code: z.string(), message: z.string() })
export type FieldFailure = z.infer<typeof FieldFailure>

/** The one body of every failed call. */
export const Failure = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.array(FieldFailure),
  requestId: z.string(),
})
export type Failure = z.infer<typeof Failure>

/** The one body of every refusal. */
export const Refused = z.object({ deferredStatus: z.string(), message: z.string() })
export type Refused = z.infer<typeof Refused>
