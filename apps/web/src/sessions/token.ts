/** Where a sign-in token stands in an address: after #token=, which no server and no log sees. */
export const tokenHref = (path: string, token: string): string => `${path}#token=${encodeURIComponent(token)}`

/** The token in the part of an address after #, if there is one. */
export const tokenIn = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('token') || undefined
